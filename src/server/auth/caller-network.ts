import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu;
/** Some proxies name a caller by address and port. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[(.+)\](?::\d+)?)$/u;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The network an address counts for: of IPv6 the /64, which a household has to itself. */
export function callerNetwork(caller: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(caller) ?? [];
  const address = ipv4 ?? ipv6 ?? caller;
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
