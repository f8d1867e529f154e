import { Problem } from '#shared/problem.ts';
import type { App } from './valibot-routes.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Collects the routes; the function returned makes their paths answer other methods with 405. */
export function collectMethods(app: App, prefixes: readonly string[]): () => void {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (!prefixes.some((prefix) => url.startsWith(prefix))) return;
    const methods = methodsByPath.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByPath.set(url, methods);
  });
  return () => {
    for (const [url, allowed] of methodsByPath) {
      const refused = METHODS.filter((method) => !allowed.has(method));
      const allow = [...allowed].toSorted().join(', ');
      app.route({
        method: refused,
        url,
        handler: (_request, reply) => {
          void reply.header('allow', allow);
          throw new Problem('method-not-allowed');
        },
      });
    }
  };
}
