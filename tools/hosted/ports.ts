import { once } from 'node:events';
import { createServer } from 'node:net';

/** Rejects with one sentence for each port that something else uses; ports have the names of their options. */
export async function requireFreePorts(
  host: string,
  ports: Readonly<Record<string, number>>,
): Promise<void> {
  const sentences = await Promise.all(
    Object.entries(ports).map(async ([name, port]) => {
      if (await isFree(host, port)) return [];
      const other = `npm run start:firebase -- --${name} ${port + 1}`;
      return `Port ${port} is in use: stop what uses it, or choose another: ${other}`;
    }),
  );
  const taken = sentences.flat();
  if (taken.length > 0) throw new Error(taken.join('\n'));
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
