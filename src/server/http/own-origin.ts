import { isIPv6 } from 'node:net';
import { addressesOf } from './listen.ts';
import { hostnameOf } from './loopback.ts';

/** What stands for every address of a computer, in URLs. */
const ALL_ADDRESSES = ['0.0.0.0', '[::]'];

/**
 * The origin that leads to a server listening at a host: localhost's, if that one does. It is as
 * browsers write it: without the port of the scheme.
 */
export async function ownOrigin(host: string, port: number): Promise<string> {
  const [own, local] = await Promise.all([hostnamesOf(host), hostnamesOf('localhost')]);
  const isLocal = own.some((name) => local.includes(name) || ALL_ADDRESSES.includes(name));
  return new URL(`http://${isLocal ? 'localhost' : inURL(host)}:${port}`).origin;
}

/** The addresses of a host, each as the host name of a URL. */
async function hostnamesOf(host: string): Promise<string[]> {
  const addresses = await addressesOf(host);
  return addresses.map((address) => hostnameOf(inURL(address)) ?? address);
}

function inURL(host: string): string {
  // A zone has no place there.
  return isIPv6(host) ? `[${host.replace(/%.*/u, '')}]` : host;
}
