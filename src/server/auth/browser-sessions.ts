import type { FastifyReply, FastifyRequest } from 'fastify';
import { createPrivateCookie } from './private-cookie.ts';
import { SESSION_TTL_MS, sessionIDOf, type SessionStore } from './session-store.ts';

/** Which browser has which session: the cookie holds the token, the store its hash. */
export interface BrowserSessions {
  idOf: (request: FastifyRequest) => string | null;
  /** Gives the browser a new session; the one it had before must not live on. */
  start: (request: FastifyRequest, reply: FastifyReply, uid: string) => Promise<void>;
  end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

export interface BrowserSessionOptions {
  publicURL: string;
  sessions: SessionStore;
  onRevoked: (id: string) => void;
}

/** Creates the sessions' side that faces the browsers. */
export function createBrowserSessions(options: BrowserSessionOptions): BrowserSessions {
  const { publicURL, sessions, onRevoked } = options;
  const cookie = createPrivateCookie('session', { publicURL, maxAge: SESSION_TTL_MS / 1000 });
  const idOf = (request: FastifyRequest): string | null => {
    const token = cookie.read(request);
    return token === undefined ? null : sessionIDOf(token);
  };
  const revoke = async (id: string): Promise<void> => {
    await sessions.revoke(id);
    onRevoked(id);
  };
  return {
    idOf,
    start: async (request, reply, uid) => {
      const token = await sessions.create(uid);
      const former = idOf(request);
      if (former !== null) await revoke(former);
      cookie.set(reply, token);
    },
    end: async (request, reply) => {
      const id = idOf(request);
      if (id === null) return;
      await revoke(id);
      cookie.clear(reply);
    },
  };
}
