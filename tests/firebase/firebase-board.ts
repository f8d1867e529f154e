import type { BrowserContext } from '@playwright/test';
import { startServices } from '#tests/firebase/services.ts';
import { type BoardServer, signInByScreens } from '#tests/e2e/board-server.ts';
import { frameScript } from '#tools/hosted/frame-script.ts';
import { originOf, startHosting } from '#tools/hosted/hosting.ts';

/** Starts a whole hosted board: the built site, and the emulator of the services behind it. */
export async function createFirebaseBoard(): Promise<BoardServer> {
  const { auth, firestore, stop } = await startServices();
  const hosting = await startHosting({ auth, firestore }, { port: 0, isOffline: false });
  return {
    url: hosting.url,
    services: [originOf(auth), originOf(firestore), 'https://apis.google.com'],
    start: refuse,
    stop: refuse,
    remove: async () => {
      await hosting.close();
      await stop();
    },
    signIn: async (page, name) => {
      await page.goto('/login');
      await signInByScreens(page, name);
      await page.goto('about:blank');
    },
  };
}

async function refuse(): Promise<never> {
  throw new Error("Google's services are not ours to stop.");
}

/** Serves what stands for Google's script where the Auth SDK loads it from. */
export async function provideFrameScript(context: BrowserContext): Promise<void> {
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${frameScript.toString()})()` }),
  );
}
