import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether a host name (as in a URL) always means this computer. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || isLoopbackAddress(hostname);
}

export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/u.test(address);
}

/** Creates the check whether an address is one of some, or in one of some ranges. */
export function addressIn(ranges: readonly string[]): (address?: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', size] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (size === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(size), family);
  }
  return (address = '') =>
    isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return FORWARDING.some((name) => headers[name] !== undefined);
}

export function hostnameOf(host: string | undefined): string | null {
  return URL.parse(`http://${host ?? ''}`)?.hostname ?? null;
}
