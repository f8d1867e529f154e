import type { IncomingHttpHeaders } from 'node:http';

/** Whether a host name (as in a URL) always means this computer. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || isLoopbackAddress(hostname);
}

export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/u.test(address);
}

const FORWARDING = /^(?:forwarded|via|x-forwarded-(?:for|host|proto)|x-real-ip)$/u;

export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}
