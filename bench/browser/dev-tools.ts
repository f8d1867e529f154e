import { once } from 'node:events';

type Content = Record<string, unknown>;

/** The Chrome DevTools Protocol, of a browser or of one of its pages. */
export interface DevTools {
  /** Sends a command and resolves with its answer; rejects with the browser's words. */
  send: (method: string, params?: Content) => Promise<Content>;
  attach: (targetId: string) => Promise<DevTools>;
}

interface Answer {
  id?: number;
  result?: Content;
  error?: { message: string };
}

export async function connectDevTools(address: string): Promise<DevTools> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const open = (sessionId?: string): DevTools => {
    const send: DevTools['send'] = async (method, params = {}) => {
      last += 1;
      const id = last;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params, sessionId }));
      const { result, error } = await answered;
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result ?? {};
    };
    return {
      send,
      attach: async (targetId) => {
        const attached = await send('Target.attachToTarget', { targetId, flatten: true });
        return open(String(attached['sessionId']));
      },
    };
  };
  await once(socket, 'open');
  return open();
}
