/**
 * Stands, without a network, for the one file of Google's that the Auth SDK loads, by which its helper frame and
 * the page talk. Runs in pages and frames, so it can't use anything outside itself.
 */
export function frameScript(): void {
  type Handler = (data: unknown) => unknown;
  const handlers = new Map<string, Handler>();
  const replies = new Map<string, Handler>();
  // Messages that arrived before their handler was set.
  const early: (() => void)[] = [];

  const peerAt = (target: () => Window | null) => ({
    restyle: async () => {},
    ping: async () => {},
    register: (name: string, handler: Handler) => {
      handlers.set(name, handler);
      for (const again of early.splice(0)) again();
    },
    send: (name: string, data: unknown, reply: Handler) => {
      const id = crypto.randomUUID();
      replies.set(id, reply);
      target()?.postMessage({ frameCall: name, id, data }, '*');
    },
  });
  const reply = (id: string, answer: unknown): void => {
    try {
      replies.get(id)?.([answer]);
    } catch {
      // Google's script swallows what a handler throws, and the Auth SDK has one that always does.
    }
  };
  const receive = ({ data, source }: MessageEvent): void => {
    if (data.frameReply !== undefined) reply(data.frameReply, data.answer);
    if (data.frameCall === undefined) return;
    const handler = handlers.get(data.frameCall);
    if (handler === undefined) {
      early.push(() => receive(new MessageEvent('message', { data, source })));
      return;
    }
    const answer = { frameReply: data.id, answer: handler(data.data) };
    source?.postMessage(answer, { targetOrigin: '*' });
  };
  const open = async (
    { url }: { url: string },
    onOpen: (peer: ReturnType<typeof peerAt>) => unknown,
  ): Promise<unknown> => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = url;
    const loaded = new Promise((resolve) => {
      frame.addEventListener('load', resolve, { once: true });
    });
    document.body.append(frame);
    await loaded;
    return onOpen(peerAt(() => frame.contentWindow));
  };

  addEventListener('message', receive);
  Object.assign(window, {
    gapi: {
      load: (_name: string, { callback }: { callback: () => void }) => callback(),
      iframes: {
        Iframe: peerAt,
        CROSS_ORIGIN_IFRAMES_FILTER: 0,
        getContext: () => ({ open, getParentIframe: () => peerAt(() => parent) }),
      },
    },
  });
  const script = document.currentScript;
  const source = script instanceof HTMLScriptElement ? script.src : '';
  const onload = new URL(source).searchParams.get('onload') ?? 'gapi_onload';
  const ready: unknown = Reflect.get(window, onload);
  if (typeof ready === 'function') ready();
}
