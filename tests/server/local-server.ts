import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Config } from '#server/config.ts';
import type { LogOptions } from '#server/http/log.ts';
import { startServer, type Server } from '#server/start-server.ts';

/** Where Linux says which ports it gives to connections. */
const GIVEN = '/proc/sys/net/ipv4/ip_local_port_range';
const PORTS = 10_000;
/** Below these ports the system gives none to a connection, so that one stays free while its server is stopped. */
const FIRST_PORT = firstPort();
/** Each process asks for other ports, one after the other, so that none is taken between the question and its use. */
let asked = (process.pid * 97) % PORTS;
const WIDE = { max: 1_000_000, periodMs: 60_000 };

/** Limits no test reaches. */
export const WIDE_LIMITS: Config['limits'] = {
  signIns: WIDE,
  adds: WIDE,
  changes: WIDE,
  all: WIDE,
};

/** Where the system gives nearly all ports to connections, as some are set up, the usual place has to do. */
function firstPort(): number {
  const usual = 20_000;
  if (!existsSync(GIVEN)) return usual;
  const [least = 0, most = 0] = readFileSync(GIVEN, 'utf8').trim().split(/\s+/u).map(Number);
  if (least > usual + PORTS) return usual;
  if (least > 1_024 + PORTS) return least - PORTS;
  return most + PORTS < 65_535 ? most + 1 : usual;
}

/** A port that nothing listens on. */
export async function findFreePort(host: string): Promise<number> {
  for (;;) {
    asked = (asked + 1) % PORTS;
    const port = FIRST_PORT + asked;
    const probe = createServer().listen(port, host);
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return port;
  }
}

/**
 * Starts the real server in this process, whose fatal errors are thrown. Only the request limits are lifted,
 * which are meant to stop just what a trial or a measurement does.
 */
export function startWithoutLimits(config: Config, log: LogOptions | null): Promise<Server> {
  return startServer({ ...config, limits: WIDE_LIMITS }, log, (error) => {
    throw error;
  });
}
