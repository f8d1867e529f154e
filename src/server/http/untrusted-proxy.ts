import { BlockList, isIPv6 } from 'node:net';
import type { Check } from './checks.ts';
import { isLoopbackName } from './loopback.ts';

/** Where a proxy of the operator's own is, and visitors of a public board hardly ever are. */
const OWN_NETWORKS = new BlockList();
OWN_NETWORKS.addSubnet('127.0.0.0', 8);
OWN_NETWORKS.addSubnet('10.0.0.0', 8);
OWN_NETWORKS.addSubnet('172.16.0.0', 12);
OWN_NETWORKS.addSubnet('192.168.0.0', 16);
OWN_NETWORKS.addAddress('::1', 'ipv6');
OWN_NETWORKS.addSubnet('fc00::', 7, 'ipv6');

/**
 * Creates the check that logs, once, that a proxy seems to be in front of the board whose word does
 * not count: everybody behind it counts as one visitor. A board for this computer alone has none.
 */
export function warnOfUntrustedProxy(publicURL: string): Check {
  let isDone = isLoopbackName(new URL(publicURL).hostname);
  return (request) => {
    if (isDone || request.headers['x-forwarded-for'] === undefined) return;
    const { remoteAddress: address = '' } = request.raw.socket;
    // The addresses that count: of a proxy that is believed, also the visitor's.
    if ((request.ips?.length ?? 1) > 1 || !isOwn(address)) return;
    isDone = true;
    const reason = `X-Forwarded-For comes from ${address}, which TRUST_PROXY does not name: everybody behind it counts as one visitor.`;
    request.log.warn({ reason }, 'a proxy is not trusted');
  };
}

function isOwn(address: string): boolean {
  return OWN_NETWORKS.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
