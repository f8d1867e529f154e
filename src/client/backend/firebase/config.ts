import { ownAddress } from '#client/browser/own-address.ts';
import type { FirebaseApp } from 'firebase/app';
import * as v from 'valibot';
import { NEVER, retry } from '#shared/backoff.ts';
import { Problem } from '#shared/problem.ts';

/** What a build of the site sets. */
export interface SiteSettings {
  /** The project's configuration as JSON; empty where the hosting has it. */
  config: string;
  /** Loads what attests the requests; null where App Check is not used, and nothing of it is built in. */
  loadAppCheck: (() => Promise<(app: FirebaseApp) => void>) | null;
  /** Whether the rules hold each person's adds a second apart. */
  arePaced: boolean;
}

const EmulatorAddress = v.object({ host: v.string(), port: v.number() });

/** What the console's "Your apps" page shows; the rest of that object is not used. */
const FirebaseConfig = v.object({
  apiKey: v.pipe(v.string(), v.nonEmpty()),
  projectId: v.pipe(v.string(), v.nonEmpty()),
  authDomain: v.pipe(v.string(), v.nonEmpty()),
  appId: v.exactOptional(v.string()),
  emulators: v.optional(v.object({ auth: EmulatorAddress, firestore: EmulatorAddress })),
});
export type FirebaseConfig = v.InferOutput<typeof FirebaseConfig>;

const parseText = v.safeParser(v.pipe(v.string(), v.parseJson(), FirebaseConfig));

/** Where Firebase Hosting serves the configuration of the project it belongs to. */
const HOSTED_CONFIG = '/__/firebase/init.json';

/** Milliseconds after which a request without an answer is sent again. */
const ANSWER_TIMEOUT_MS = 15_000;

/** The configuration built in, or the hosting's own; rejects with what is wrong in plain words. */
export async function loadFirebaseConfig(builtIn: string): Promise<FirebaseConfig> {
  if (builtIn !== '') return parseFirebaseConfig(builtIn, 'built in');
  const text = await retry(NEVER, askHosting);
  const hosted = parseFirebaseConfig(text ?? '', `at ${HOSTED_CONFIG}`);
  // Browsers that keep storage apart by site finish a redirect only on the board's own name.
  return { ...hosted, authDomain: location.host };
}

async function askHosting(): Promise<string> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const response = await fetch(ownAddress(HOSTED_CONFIG), { signal }).catch(failForNow);
  const { ok, status, headers } = response;
  if (status === 429 || status >= 500) failForNow(status);
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  if (!ok || !isJson) {
    throw new Error(
      `This site has no Firebase configuration: it was built without FIREBASE_CONFIG, and its host serves none at ${HOSTED_CONFIG}.`,
    );
  }
  return response.text().catch(failForNow);
}

function failForNow(cause: unknown): never {
  throw new Problem('unavailable', { cause });
}

/** Parses a configuration; throws with a list of what is wrong. */
export function parseFirebaseConfig(text: string, where: string): FirebaseConfig {
  const parsed = parseText(text);
  if (parsed.success) return parsed.output;
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'all'}: ${issue.message}`);
  throw new Error(`The Firebase configuration ${where} can't be used. ${faults.join('. ')}.`);
}
