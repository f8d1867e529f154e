import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const BACKEND = '/backend/firebase/firebase-backend.ts';
/** By `fetch`, and so only one of the same mode finds what was preloaded. */
const CONFIG = { rel: 'preload', as: 'fetch', crossorigin: true, href: '/__/firebase/init.json' };

/**
 * Has the page load the Firebase backend beside the client that imports it, and the hosting's
 * configuration too unless one is built in: each would wait for the one before otherwise.
 */
export function preloadFirebase(builtInConfig = ''): Plugin {
  return {
    name: 'preload-firebase',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const backend = Object.values(bundle ?? {}).find(holdsBackend);
        if (backend === undefined) throw new Error(`No chunk holds ${BACKEND}.`);
        const chunk = { rel: 'modulepreload', crossorigin: true, href: `/${backend.fileName}` };
        return [chunk, ...(builtInConfig === '' ? [CONFIG] : [])].map(linkTo);
      },
    },
  };
}

function holdsBackend(output: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean {
  return output.type === 'chunk' && (output.facadeModuleId?.endsWith(BACKEND) ?? false);
}

function linkTo(attrs: Record<string, string | boolean>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' };
}
