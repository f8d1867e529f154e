import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { findChromium } from '#scripts/machine.ts';
import { findFreePort } from '#tests/server/local-server.ts';
import { startNpm } from '#tests/server/npm.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { findFirestoreArchive, readFirestoreVersion } from '#tools/hosted/google-firestore.ts';
import { closeServer, listenLocally } from '#tools/listen-locally.ts';

// The first start builds the site.
vi.setConfig({ testTimeout: 120_000 });

const archive = findFirestoreArchive();
const hasGoogles = archive !== undefined && readFirestoreVersion(archive) !== null;

const browser = await chromium.launch({
  executablePath: findChromium() ?? chromium.executablePath(),
  // Nothing outside this computer can be found.
  args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
});
afterAll(() => browser.close());

test.for([
  { name: "the project's own emulator", command: 'start', isGoogles: false },
  { name: "Google's emulator", command: 'start', isGoogles: true },
  { name: 'hot reload', command: 'dev', isGoogles: false },
] as const)(
  'the board on Firebase signs in and keeps thoughts between starts, without a network: $name',
  // One core takes half a minute for each start of Google's emulator.
  { timeout: 300_000 },
  async ({ command, isGoogles }, { skip }) => {
    skip(isGoogles && !hasGoogles, "Google's Firestore emulator or Java is missing");
    const board = await startBoard(command, isGoogles);
    const first = await board.start();
    expect(first.printed()).toContain(
      isGoogles ? "Firestore: Google's" : "project's own emulator, as",
    );
    const source = await (await fetch(board.url)).text();
    expect(source.includes('/@vite/client')).toBe(command === 'dev');
    const [ada, ben] = [await openPage(board.url), await openPage(board.url)];
    await signIn(ada, 'Ada');
    await signIn(ben, 'Ben');
    await ada.getByTitle('create new thoughts').click();
    await ada.getByPlaceholder("What's your thoughts?").fill('Kept?');
    await ada.getByRole('button', { name: 'Add', exact: true }).click();
    await ben.getByText('Kept?').waitFor();
    expect(await first.end('SIGINT')).toBe(0);
    for (const port of board.ports) await requireFree(port);

    const second = await board.start();
    await ben.reload();
    await ben.getByText('Kept?').waitFor();
    await ada.reload();
    // Whoever was signed in still is, as the author.
    await ada.getByTitle('Delete').waitFor();

    expect(await second.end('SIGINT')).toBe(0);
    rmSync(board.kept, { recursive: true });
    await board.start();
    await ada.reload();
    // Whose account is gone is signed out.
    await ada.getByRole('button', { name: 'Sign in with Google' }).waitFor();
  },
);

test('ports in use are named, with a command that chooses others', async () => {
  const others = [createServer(), createServer()];
  const [auth, firestore] = await Promise.all(others.map((other) => listenLocally(other)));
  onTestFinished(async () => void (await Promise.all(others.map(closeServer))));
  const free = await findFreePort('127.0.0.1');
  const ports = { hosting: free, auth, firestore };
  const options = Object.entries(ports).flatMap(([name, port]) => [`--${name}`, String(port)]);
  const npm = startNpm(['run', 'start:firebase', '--', ...options], {});
  expect(await npm.ended()).toBe(1);
  const lines = [auth, firestore].map((port) => `Port ${port} is in use\\.\n`).join('');
  expect(npm.printed()).toMatch(
    new RegExp(`^${lines}.* npm run start:firebase -- --auth \\d+ --firestore \\d+$`, 'mu'),
  );
});

test.for([
  [['--port', '1'], /^Unknown option '--port'\. The options are --data FOLDER, /mu],
  [['--auth', 'x'], /^--auth must be a whole number .*, not "x"\. The options are --data /mu],
] as const)('the options %j are refused, beside those that there are', async ([args, fault]) => {
  const npm = startNpm(['run', 'start:firebase', '--', ...args], {});
  expect(await npm.ended()).toBe(1);
  expect(npm.printed()).toMatch(fault);
});

test('a second board over the same data is refused: it would lose what is written to one of them', async () => {
  const board = await startBoard('start', false);
  await board.start();
  const { options } = await choosePorts();
  const second = startNpm(['run', 'start:firebase', '--', '--data', board.kept, ...options], {});
  onTestFinished(async () => void (await second.end('SIGTERM')));
  expect(await second.ended()).toBe(1);
  expect(second.printed()).toContain(
    `${board.kept} is in use by another running server: stop it, or choose another by --data.`,
  );
});

test.for([
  ['a file in the place of the data folder', 'file', "can't be written to. Choose another"],
  ['a folder in the place of its file', '', 'Mend it, or choose another folder'],
] as const)('%s is refused, with the option that chooses another', async ([, place, said]) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'board.json'));
  const { options } = await choosePorts();
  const data = ['--data', join(folder, place)];
  const npm = startNpm(['run', 'start:firebase', '--', ...data, ...options], {});
  expect(await npm.ended()).toBe(1);
  expect(npm.printed()).toContain(`${said} by --data.`);
});

/** A board on free ports, over a folder of its own, which can be started again. */
async function startBoard(command: 'start' | 'dev', isGoogles: boolean) {
  const folder = temporaryFolder();
  // Without a Java that runs, Google's emulator is as good as missing.
  writeFileSync(join(folder, 'java'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const PATH = [...(isGoogles ? [] : [folder]), process.env['PATH']].join(delimiter);
  const { ports, options } = await choosePorts();
  const kept = join(folder, 'kept');
  const args = ['run', `${command}:firebase`, '--', '--data', kept, ...options];
  const url = `http://127.0.0.1:${ports[0]}`;
  const start = async () => {
    const npm = startNpm(args, { PATH });
    onTestFinished(async () => void (await npm.end('SIGTERM')));
    await npm.untilPrinted(`is ready: ${url}`);
    return npm;
  };
  return { url, ports, kept, start };
}

/** Free ports, and the options that choose them. */
async function choosePorts() {
  const names = ['hosting', 'auth', 'firestore'];
  const ports = await Promise.all(names.map(() => findFreePort('127.0.0.1')));
  return { ports, options: names.flatMap((name, index) => [`--${name}`, String(ports[index])]) };
}

/** Rejects if a process still listens on the port. */
async function requireFree(port: number): Promise<void> {
  const probe = createServer();
  await listenLocally(probe, port);
  await closeServer(probe);
}

/** Opens a page in a browser profile of its own. */
async function openPage(url: string): Promise<Page> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function signIn(page: Page, name: string): Promise<void> {
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  const chooser = await popup;
  await chooser.getByLabel('Name').fill(name);
  await chooser.getByLabel('Email').fill(`${name.toLowerCase()}@example.org`);
  await chooser.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Thoughts field' }).waitFor();
}
