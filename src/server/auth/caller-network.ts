import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The network an address counts for: of IPv6 the /64, which a household has to itself. */
export function callerNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [, mapped] = MAPPED_IPV4.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [withoutZone = ''] = address.split('%');
  // A URL writes an address in one way only.
  const [head = '', tail = ''] = new URL(`http://[${withoutZone}]`).hostname
    .slice(1, -1)
    .split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: GROUPS - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
