import { chromium, type Browser } from '@playwright/test';
import { onTestFinished } from 'vitest';
import type { World } from '#client/backend/contract.ts';
import { findChromium } from '#scripts/chromium.mjs';
import { clearFirestoreEmulator, servicesBeside } from '#tests/firebase/emulators.ts';
import { PROJECT, startStandIn, type StandIn } from '#tests/firebase/stand-in/stand-in.ts';
import { startPageServer } from './page-server.ts';
import { openRemoteBackend, type RemoteBackend } from './remote-backend.ts';

/** A world of real browsers before the stand-in. */
export interface FirebaseWorld extends World {
  standIn: StandIn;
  visitor: () => Promise<RemoteBackend>;
  person: (name: string) => Promise<RemoteBackend>;
}

export async function openFirebaseWorld(): Promise<FirebaseWorld> {
  const [standIn, pages, browser] = await Promise.all([
    startStandIn(),
    startPageServer(),
    launchChromium(),
    clearFirestoreEmulator(PROJECT),
  ]);
  const config = {
    apiKey: 'test',
    projectId: PROJECT,
    authDomain: `${PROJECT}.firebaseapp.com`,
    emulators: servicesBeside(standIn),
  };
  const visitor = async (): Promise<RemoteBackend> => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    return openRemoteBackend(context, pages.address, config);
  };

  return {
    standIn,
    visitor,
    person: async (name) => {
      const backend = await visitor();
      await backend.signInAs(googleAccount(name));
      return backend;
    },
    close: async () => {
      await browser.close();
      await Promise.all([standIn.stop(), pages.close()]);
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
