import { describeBackend } from '#client/backend/contract.ts';
import { openFirebaseWorld } from './chromium/firebase-world.ts';

describeBackend('Firebase, with its SDK in Chromium before the emulator', openFirebaseWorld);
