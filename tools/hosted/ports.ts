import { once } from 'node:events';
import { createServer } from 'node:net';

/** Rejects with the ports that something else uses, and how to choose others; ports have the names of their options. */
export async function requireFreePorts(
  host: string,
  ports: Readonly<Record<string, number>>,
): Promise<void> {
  const found = await Promise.all(
    Object.entries(ports).map(async ([name, port]) => {
      return (await isFree(host, port)) ? [] : [{ port, other: `--${name} ${port + 1}` }];
    }),
  );
  const taken = found.flat();
  if (taken.length === 0) return;
  const command = `npm run start:firebase -- ${taken.map(({ other }) => other).join(' ')}`;
  const inUse = taken.map(({ port }) => `Port ${port} is in use.`).join('\n');
  throw new Error(`${inUse}\nStop what uses a port, or choose another for it: ${command}`);
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
