import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { listenLocally } from '#tools/listen-locally.ts';

/**
 * What happens to a connection: it passes, or it is cut when its first bytes come (before the
 * server has them), as soon as they are handed on (while the server works), or when the answer
 * comes (after its commit).
 */
type ConnectionFault = 'none' | 'before' | 'during' | 'after';

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/**
 * Starts a TCP proxy on a free port, which loses connections on purpose; until a fault is set, everything
 * passes. `onAnswer` gets a copy of each answer.
 */
export async function startFaultProxy(onAnswer?: (bytes: Buffer) => void) {
  let decide: (() => ConnectionFault) | undefined;
  let target = 0;
  const open = new Set<() => void>();
  /** What each connection that holds its bytes back waits for. */
  const held = new Set<() => void>();
  const silencers = new Set<() => void>();
  let isSilent = false;
  // Bytes are passed on at once, as without a proxy.
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
    const cut = (): void => {
      open.delete(cut);
      near.destroy();
      far.destroy();
    };
    open.add(cut);
    for (const socket of [near, far]) socket.on('error', cut).on('close', cut);
    if (onAnswer !== undefined) far.on('data', onAnswer);
    // Both ends of a connection over which nothing comes stay open, and nothing says so.
    const hold = (): void => {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
      held.add(resume);
    };
    const resume = (): void => {
      near.pipe(far);
      far.pipe(near);
    };
    silencers.add(hold);
    near.once('close', () => silencers.delete(hold));
    if (isSilent) return hold();
    const fault = decide?.() ?? 'none';
    if (fault === 'before') near.once('data', cut);
    else if (fault === 'during') near.once('data', (bytes) => far.write(bytes, cut));
    else near.pipe(far);
    if (fault === 'after') far.once('data', cut);
    else far.pipe(near);
  });
  const port = await listenLocally(server);
  return {
    port,
    origin: `http://localhost:${port}`,
    /** Sets the port to which new connections lead. */
    leadTo: (next: number): void => {
      target = next;
    },
    /** Decides the fate of each connection to come. */
    setFault: (next: () => ConnectionFault): void => {
      decide = next;
    },
    /** Stops forwarding without a word, over all connections or over those that are open, for ever. */
    silence: (which: 'all' | 'open') => {
      isSilent = which === 'all';
      for (const hold of silencers) hold();
      if (which === 'open') held.clear();
    },
    /** Forwards everything again, with what was held back. */
    resume: () => {
      isSilent = false;
      for (const resume of held) resume();
      held.clear();
    },
    /** Breaks off the connections that `choose` picks. */
    cut: (choose: () => boolean) => {
      for (const cut of open) if (choose()) cut();
    },
    /** Breaks off all connections, and takes no more. */
    close: async () => {
      const closed = once(server.close(), 'close');
      for (const cut of open) cut();
      await closed;
    },
  };
}
