import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditLog } from '#server/http/log.ts';
import { createPrivateCookie } from './private-cookie.ts';
import type { Session } from './session-cache.ts';
import { SESSION_TTL_MS, sessionIDOf, type SessionStore } from './session-store.ts';

/** Which browser has which session: the cookie holds the token, the store its hash. */
export interface BrowserSessions {
  idOf: (request: FastifyRequest) => string | null;
  /** The valid session of a request, if it is in memory: whoever asks has not counted the request. */
  findCached: (request: FastifyRequest) => Session | null;
  /** Gives the browser a new session; the one it had before must not live on. */
  start: (request: FastifyRequest, reply: FastifyReply, uid: string) => Promise<void>;
  end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

export interface BrowserSessionOptions {
  publicURL: string;
  issuer: string;
  sessions: SessionStore;
  onRevoked: (id: string) => void;
}

/** Creates the sessions' side that faces the browsers; it logs who signs in and out. */
export function createBrowserSessions(options: BrowserSessionOptions): BrowserSessions {
  const { publicURL, issuer, sessions, onRevoked } = options;
  const cookie = createPrivateCookie('session', { publicURL, maxAge: SESSION_TTL_MS / 1000 });
  const idOf = (request: FastifyRequest): string | null => {
    const token = cookie.read(request);
    return token === undefined ? null : sessionIDOf(token);
  };
  const revoke = async (request: FastifyRequest, id: string): Promise<void> => {
    const uid = await sessions.ownerOf(id);
    // Anyone can make up a token: only a session that is there costs a write.
    if (uid === null) return;
    await sessions.revoke(id);
    onRevoked(id);
    auditLog(request).info({ uid }, 'a person signed out');
  };
  return {
    idOf,
    findCached: (request) => {
      const id = idOf(request);
      return id === null ? null : (sessions.findCached(id) ?? null);
    },
    start: async (request, reply, uid) => {
      const token = await sessions.create(uid);
      const former = idOf(request);
      if (former !== null) await revoke(request, former);
      cookie.set(reply, token);
      auditLog(request).info({ uid, issuer }, 'a person signed in');
    },
    end: async (request, reply) => {
      const id = idOf(request);
      if (id === null) return;
      await revoke(request, id);
      cookie.clear(reply);
    },
  };
}
