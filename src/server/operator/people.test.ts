import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { PATHS, type Page } from '#shared/wire.ts';
import type { DatabaseSettings } from '#server/database/open-database.ts';
import { addThought, readPage, signIn, uidOf, userOf } from '#tests/server/sign-in.ts';
import { inherited, runOperatorCommand } from '#tests/server/operator-command.ts';
import {
  holdIntervals,
  openRecordedStream,
  openTestServer,
  placeOf,
  temporaryBoard,
  withinASecond,
  writeElsewhere,
} from '#tests/server/test-board.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const HAL = { name: 'hal', email: 'hal@example.com' };
const DAY = 24 * 3_600_000;
let board: DatabaseSettings;
let server: Awaited<ReturnType<typeof openTestServer>>;

beforeEach(async () => {
  holdIntervals();
  board = await temporaryBoard();
  server = await openTestServer({ heartbeatInterval: 3_600_000 }, board);
});

test('people are listed with what an operator needs to know', async () => {
  const ada = await server.person('ada');
  await server.person('ada');
  // A session has ended when either of its times is over; its row is deleted later.
  const now = Date.now();
  for (const [id, began, used] of [
    ['unused', now - DAY, now - 15 * DAY],
    ['too old', now - 91 * DAY, now - DAY],
  ]) {
    await writeByHand(`insert into "sessions" select '${id}', "uid", "issuer", ${began}, ${used}
      from "users" where "displayName" = 'ada'`);
  }
  await addThought(ada);
  const { code, said } = await runPeople('list');
  const people = said
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(people).toContainEqual({
    uid: await uidOf(ada),
    issuer: 'local-accounts',
    displayName: 'ada',
    email: 'ada@example.com',
    thoughts: 1,
    sessions: 2,
    isBlocked: 0,
    lastSeenAt: expect.stringContaining(new Date().toISOString().slice(0, 10)),
  });
  expect(code).toBe(0);
});

test('what people call themselves does nothing to a terminal', async () => {
  const mallory = await server.person('Mallory');
  const uid = await uidOf(mallory);
  await addThought(mallory);
  // An issuer may send any name.
  const name = 'a\u001B[2J\u202E\nroot';
  await writeByHand(`update "users" set "displayName" = '${name}' where "displayName" = 'Mallory'`);
  // An import may bring any id.
  await writeByHand(`insert into "users" ("uid", "creationTime", "lastSignInTime")
    values ('\u001B]0;id\u0007', 0, 0)`);
  const { said } = await runPeople('list');
  expect(said).toContain('"\\u001b]0;id\\u0007"');
  const answers = [said];
  for (const command of ['export', 'sign-out', 'block', 'unblock', 'remove']) {
    answers.push((await runPeople(command, uid)).said);
  }
  for (const answer of answers) {
    expect(answer).toContain('a\\u001b[2J\\u202e\\');
    expect(answer.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  }
});

test('signing a person out ends all sessions and streams of that person within a second, and no other', async () => {
  const [here, there, eve] = [
    await server.person('bob'),
    await server.person('bob'),
    await server.person('eve'),
  ];
  await writeByHand(`insert into "sessions" select 'expired', "uid", "issuer", 0, 0 from "users"
    where "displayName" = 'bob'`);
  const streams = await Promise.all(
    [here, there, eve].map((visitor) => openRecordedStream(visitor)),
  );
  const { code, said } = await runPeople('sign-out', await uidOf(here));
  expect([code, said]).toEqual([0, expect.stringMatching(/^bob \(.*\) is signed out: 2 sess/u)]);
  await withinASecond(() => {
    expect(streams.map(({ hasEnded }) => hasEnded())).toEqual([true, true, false]);
  });
  expect(streams[0]?.received()).toContain('event: signed-out');
  expect(await userOf(here)).toBeNull();
  expect(await userOf(there)).toBeNull();
  expect(await userOf(eve)).not.toBeNull();
});

test('removing a person takes their thoughts from everybody’s lists within a second', async () => {
  const [dan, eve] = [await server.person('dan'), await server.person('eve')];
  const [first, second] = [await addThought(dan), await addThought(dan)];
  const kept = await addThought(eve);
  const stream = await openRecordedStream(eve);
  const { said: exported } = await runPeople('export', await uidOf(dan));
  for (const part of [first, second, 'dan@example.com']) expect(exported).toContain(part);
  const { code, said } = await runPeople('remove', await uidOf(dan));
  expect([code, said]).toEqual([0, expect.stringMatching(/^dan \(.*\) is removed, with 2 th/u)]);
  await withinASecond(() => {
    for (const textID of [first, second]) {
      expect(stream.received()).toContain(JSON.stringify({ type: 'removed', textID }));
    }
  });
  await withinASecond(async () => expect(await userOf(dan)).toBeNull());
  const listed = idsIn(await readPage(eve));
  expect([listed.includes(first), listed.includes(second)]).toEqual([false, false]);
  expect(listed).toContain(kept);
  expect((await runPeople('list')).said).not.toContain('dan@example.com');
});

test('blocking a person keeps them out, from their pages and from signing in, until they are unblocked', async () => {
  const hal = await server.person('hal');
  const uid = await uidOf(hal);
  const stream = await openRecordedStream(hal);
  expect(await runPeople('block', uid)).toEqual({
    code: 0,
    said: `hal (${uid}) is blocked: 1 session ended.\n`,
  });
  await withinASecond(() => expect(stream.hasEnded()).toBe(true));
  const renamed = signIn(server.origin, { ...HAL, name: 'Henry' });
  await expect(renamed).rejects.toThrow('The sign-in ended at /login.');
  const { said } = await runPeople('list');
  expect(said).toMatch(/"displayName":"hal","email":"hal@example\.com".*"isBlocked":1/mu);
  await runPeople('unblock', uid);
  expect(await uidOf(await signIn(server.origin, HAL))).toBe(uid);
});

test('a person who is blocked and removed at once is gone, stays out once they are said to be blocked, and may be let in again', async () => {
  const hal = await server.person('hal');
  const uid = await uidOf(hal);
  const textID = await addThought(hal);
  const [removal, block] = await Promise.all([runPeople('remove', uid), runPeople('block', uid)]);
  expect(removal?.code).toBe(0);
  const isAdmitted = await signIn(server.origin, HAL).then(
    () => true,
    () => false,
  );
  // After the removal the block finds nobody, and says so.
  expect(isAdmitted).toBe(block?.code !== 0);
  if (isAdmitted) for (const command of ['block', 'remove']) await runPeople(command, uid);
  await expect(signIn(server.origin, HAL)).rejects.toThrow('The sign-in ended at /login.');
  const eve = await server.person('eve');
  expect(idsIn(await readPage(eve))).not.toContain(textID);
  const { said } = await runPeople('list');
  expect(said).toContain(
    `"uid":"${uid}","issuer":null,"displayName":null,"email":null,"thoughts":0`,
  );
  expect((await runPeople('unblock', uid)).code).toBe(0);
  expect(await uidOf(await signIn(server.origin, HAL))).toBe(uid);
});

test('a command whose output finds no room exits with 1, and says why', async ({ skip }) => {
  skip(!existsSync('/dev/full'), 'Only Linux has a device that is always full');
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const child = spawn(process.execPath, [MAIN, 'people', '--help'], {
    env: inherited,
    stdio: ['ignore', full, 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  await once(child, 'close');
  expect([child.exitCode, said]).toEqual([1, expect.stringContaining('ENOSPC')]);
});

test('a thought is removed by its id, from everybody’s lists within a second, and for good', async () => {
  const [jon, eve] = [await server.person('jon'), await server.person('eve')];
  const textID = await addThought(jon);
  const stream = await openRecordedStream(eve);
  const remove = () => runOperatorCommand('thoughts', placeOf(board), 'remove', textID, 'none');
  expect(await remove()).toEqual({ code: 0, said: 'Removed: 1 thought. Not found: none.\n' });
  await withinASecond(() => {
    expect(stream.received()).toContain(JSON.stringify({ type: 'removed', textID }));
  });
  await jon.sendJSON('PUT', `${PATHS.thoughts}/${textID}`, { text: 'hello' });
  expect(idsIn(await readPage(eve))).not.toContain(textID);
});

test.for([
  [['list', 'ada'], /^Type after npm run/u],
  [['lst'], /^There is no command "lst"\.\nType after npm run.*\npeople list /u],
  [['remove'], /^Type after npm run.*\npeople list /u],
  [['remove', 'ada', '--all'], /^There is no option "--all"\.\nType after npm run/u],
  [['sign-out', 'no\u001Bbody'], /^There is nobody with the id no\\u001bbody\.$/mu],
] as const)('%j is refused with a sentence, and changes nothing', async ([args, sentence]) => {
  const ada = await server.person('ada');
  expect(await runPeople(...args)).toEqual({ code: 1, said: expect.stringMatching(sentence) });
  expect(await userOf(ada)).not.toBeNull();
});

test('--help behind a command explains it, and runs nothing', async () => {
  const help = await runOperatorCommand('backup', placeOf(board), '--help');
  expect(help).toEqual({ code: 0, said: expect.stringMatching(/^Type after.*\nbackup FILE/u) });
});

test('an option is no name of a file', async () => {
  const refused = await runOperatorCommand('export', placeOf(board), '--force');
  const said = expect.stringMatching(/^There is no option "--force"\.\nType.*\nexport FILE/u);
  expect(refused).toEqual({ code: 1, said });
});

function runPeople(...args: string[]) {
  return runOperatorCommand('people', placeOf(board), ...args);
}

function writeByHand(sql: string): Promise<void> {
  return writeElsewhere(board, sql);
}

function idsIn({ thoughts }: Page): string[] {
  return thoughts.map(({ textID }) => textID);
}
