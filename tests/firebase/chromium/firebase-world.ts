import { chromium, type Browser } from '@playwright/test';
import { onTestFinished } from 'vitest';
import type { World } from '#client/backend/contract.ts';
import { findChromium } from '#scripts/chromium.mjs';
import { clearOfficialFirestore, servicesOf } from '#tests/firebase/official-emulators.ts';
import { PROJECT, startEmulator, type Emulator } from '#tests/firestore-emulator/emulator.ts';
import { startPageServer } from './page-server.ts';
import { openRemoteBackend, type RemoteBackend } from './remote-backend.ts';

/** A world of real browsers before the emulator. */
export interface FirebaseWorld extends World {
  emulator: Emulator;
  visitor: () => Promise<RemoteBackend>;
  person: (name: string) => Promise<RemoteBackend>;
}

export async function openFirebaseWorld(): Promise<FirebaseWorld> {
  const [emulator, pages, browser] = await Promise.all([
    startEmulator(),
    startPageServer(),
    launchChromium(),
    clearOfficialFirestore(PROJECT),
  ]);
  const config = {
    apiKey: 'test',
    projectId: PROJECT,
    authDomain: `${PROJECT}.firebaseapp.com`,
    emulators: servicesOf(emulator),
  };
  const visitor = async (): Promise<RemoteBackend> => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    return openRemoteBackend(context, pages.address, config);
  };

  return {
    emulator,
    visitor,
    person: async (name) => {
      const backend = await visitor();
      await backend.signInAs(googleAccount(name));
      return backend;
    },
    close: async () => {
      await browser.close();
      await Promise.all([emulator.stop(), pages.close()]);
    },
  };
}

function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
}

export function googleAccount(name: string): object {
  const sub = name.toLowerCase();
  return {
    sub,
    name,
    email: `${sub}@mail.example`,
    picture: `https://pictures.example/${sub}.png`,
  };
}
