import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Rejects with the ports that something else uses, and how to choose others of the command; ports have the names of
 * its options.
 */
export async function requireFreePorts(
  host: string,
  ports: Readonly<Record<string, number>>,
  command: string,
): Promise<void> {
  const found = await Promise.all(
    Object.entries(ports).map(async ([name, port]) => {
      return (await isFree(host, port)) ? [] : [{ port, other: `--${name} ${port + 1}` }];
    }),
  );
  const taken = found.flat();
  if (taken.length === 0) return;
  const others = taken.map(({ other }) => other).join(' ');
  const inUse = taken.map(({ port }) => `Port ${port} is in use.`).join('\n');
  throw new Error(
    `${inUse}\nStop what uses a port, or choose another for it: ${command} -- ${others}`,
  );
}

async function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
