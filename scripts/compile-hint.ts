import type { Plugin } from 'vite';

/** Has V8 compile a whole file while it arrives: https://v8.dev/blog/explicit-compile-hints */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Puts V8's compile hint into the built scripts. Half of their functions run before the first
 * screen is there: compiled one by one as they are called, they would hold up the page's thread.
 */
export function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    apply: 'build',
    // After the minifier, which leaves no comments, and before anything is weighed.
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk') output.code = HINT + output.code;
        }
      },
    },
  };
}
