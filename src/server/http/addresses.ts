import type { IncomingHttpHeaders } from 'node:http';

/** Whether a host name (as in a URL) always means this computer. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || isLoopbackAddress(hostname);
}

export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/u.test(address);
}

const FORWARDING =
  /^(?:(?:forwarded|via)$|x-forwarded|x-real|x-client|x-envoy|cf-|true-client|fly-)/u;

/** Whether a proxy has forwarded a request, by the headers that proxies and gateways add. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}

/** Whether a page is requested at another host; unknown behind a proxy, as many send a host of their own. */
export function isAtOtherHost(headers: IncomingHttpHeaders, home: string): boolean {
  return headers.host !== home && !isForwarded(headers);
}

/** The addresses of a forwarding header, without the ports that some gateways add: they differ by connection. */
export function withoutPorts(addresses: string): string {
  // Each part is bounded, or a header of digits or brackets alone would take its length squared.
  return addresses.replaceAll(/\[([^[\],]*)\](?::\d+)?|(\d{1,3}(?:\.\d{1,3}){3}):\d+/gu, '$1$2');
}
