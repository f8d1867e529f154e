import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { PATHS, type Page } from '#shared/wire.ts';
import { databaseFileIn, requireDatabaseIn } from '#server/database/sqlite/data-folder.ts';
import { addThought, readPage, uidOf, userOf } from '#server/testing/board-calls.ts';
import { compiled } from '#server/testing/compiled.ts';
import { openTestFolder } from '#server/testing/test-database.ts';
import { runOperatorCommand, startOperatorCommand } from '#server/testing/operator-command.ts';
import { serveTests } from '#server/testing/serve-tests.ts';
import { openRecordedStream } from '#server/testing/recorded-stream.ts';
import { placeOf, writeElsewhere } from '#server/testing/test-board.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { PROMISED_SECOND } from '#tests/setup/promised-second.ts';

/** A user who owns nothing. */
const NOBODY = 65_534;

const DAY = 24 * 3_600_000;
const { server, person } = serveTests(() => ({ heartbeatInterval: 3_600_000 }));

test('people are listed with what an operator asks about them', async () => {
  const ada = await person('ada');
  await person('ada');
  // A session has ended when either time is over, and is deleted later.
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
  const [headings, ...lines] = said.trimEnd().split('\n');
  expect(headings).toMatch(
    /^ID +LAST SEEN \(UTC\) +SESSIONS +THOUGHTS +BLOCKED +ISSUER +E-MAIL +NAME$/u,
  );
  const today = new Date().toISOString().slice(0, 10);
  expect(lines.map((line) => line.split(/ {2,}/u))).toContainEqual([
    await uidOf(ada),
    expect.stringContaining(today),
    '2',
    '1',
    '-',
    'local-accounts',
    'ada@example.com',
    'ada',
  ]);
  expect(code).toBe(0);
});

test('what people call themselves does nothing to a terminal', async () => {
  await addThought(await person('Mallory'));
  // An issuer is not asked for plain names.
  const name = 'a\u001B[2J\u202E\nroot';
  await writeByHand(`update "users" set "displayName" = '${name}' where "displayName" = 'Mallory'`);
  // Nor is an import for plain ids.
  await writeByHand(`insert into "users" ("uid", "creationTime", "lastSignInTime")
    values ('\u001B]0;id\u0007', 0, 0)`);
  const { said } = await runPeople('list');
  expect(said).toContain('a\\u001b[2J\\u202e\\u000aroot\n');
  expect(said).toContain('\n\\u001b]0;id\\u0007 ');
  expect(said.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('signing a person out ends all sessions and streams of that person within a second, and no other', async () => {
  const [here, there, eve] = [await person('bob'), await person('bob'), await person('eve')];
  await writeByHand(`insert into "sessions" select 'expired', "uid", "issuer", 0, 0 from "users"
    where "displayName" = 'bob'`);
  const streams = await Promise.all(
    [here, there, eve].map((visitor) => openRecordedStream(visitor)),
  );
  const { code, said } = await runPeople('sign-out', await uidOf(here));
  expect([code, said]).toEqual([0, expect.stringMatching(/^bob \(.*\) is signed out: 2 sess/u)]);
  await vi.waitFor(() => {
    expect(streams.map(({ hasEnded }) => hasEnded())).toEqual([true, true, false]);
  }, PROMISED_SECOND);
  expect(streams[0]?.received()).toContain('event: signed-out');
  expect(await userOf(here)).toBeNull();
  expect(await userOf(there)).toBeNull();
  expect(await userOf(eve)).not.toBeNull();
});

test('removing a person takes their thoughts from everybody’s lists within a second', async () => {
  const [dan, eve] = [await person('dan'), await person('eve')];
  const [first, second] = [await addThought(dan), await addThought(dan)];
  const kept = await addThought(eve);
  const stream = await openRecordedStream(eve);
  const { code, said } = await runPeople('remove', await uidOf(dan));
  expect([code, said]).toEqual([0, expect.stringMatching(/^dan \(.*\) is removed, with 2 th/u)]);
  await vi.waitFor(() => {
    for (const textID of [first, second]) {
      expect(stream.received()).toContain(JSON.stringify({ type: 'removed', textID }));
    }
  }, PROMISED_SECOND);
  expect(await userOf(dan)).toBeNull();
  const listed = idsIn(await readPage(eve));
  expect([listed.includes(first), listed.includes(second)]).toEqual([false, false]);
  expect(listed).toContain(kept);
  expect((await runPeople('list')).said).not.toContain('dan@example.com');
});

test('a search finds people by a part of what they are called, as JSON when asked', async () => {
  await person('Wilhelmina');
  const { said } = await runPeople('list', '--search', 'HELM', '--json');
  expect(recordsIn(said)).toMatchObject([{ displayName: 'Wilhelmina', sessions: 1, isBlocked: 0 }]);
});

test('blocking a person keeps them out, from their pages and from signing in, until they are unblocked', async () => {
  const hal = await person('hal');
  const uid = await uidOf(hal);
  const stream = await openRecordedStream(hal);
  expect(await runPeople('block', uid)).toEqual({
    code: 0,
    said: `hal (${uid}) is blocked: 1 session ended.\n`,
  });
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), PROMISED_SECOND);
  await expect(person('hal')).rejects.toThrow('The sign-in ended at /login.');
  expect((await runPeople('list', '--search', 'hal@')).said).toMatch(/ yes +local-accounts /u);
  await runPeople('unblock', uid);
  expect(await uidOf(await person('hal'))).toBe(uid);
});

test('what the board has of a person is exported, and nothing of others', async () => {
  const [ivy, eve] = [await person('ivy'), await person('eve')];
  const [uid, textID] = [await uidOf(ivy), await addThought(ivy)];
  await addThought(eve);
  const { code, said } = await runPeople('export', uid);
  expect([code, recordsIn(said)]).toEqual([
    0,
    [
      expect.objectContaining({ kind: 'person', uid, email: 'ivy@example.com' }),
      expect.objectContaining({ kind: 'thought', uID: uid, textID, text: 'hello' }),
    ],
  ]);
});

test('a thought is removed by its id, from everybody’s lists within a second, and for good', async () => {
  const [jon, eve] = [await person('jon'), await person('eve')];
  const textID = await addThought(jon);
  const stream = await openRecordedStream(eve);
  const remove = () =>
    runOperatorCommand('thoughts', placeOf(server().board), 'remove', textID, 'none');
  expect(await remove()).toEqual({ code: 0, said: 'Removed: 1 thought. Not there: none.\n' });
  await vi.waitFor(() => {
    expect(stream.received()).toContain(JSON.stringify({ type: 'removed', textID }));
  }, PROMISED_SECOND);
  await jon.sendJSON('PUT', `${PATHS.thoughts}/${textID}`, { text: 'hello' });
  expect(idsIn(await readPage(eve))).not.toContain(textID);
});

test('what changes something leaves a line in the system’s log, with ids and no names', async () => {
  const folder = temporaryFolder();
  const log = join(folder, 'log');
  // Stands in for the one of the machine.
  const logger = `#!/bin/sh\nfor line; do :; done\necho "$line" >> ${log}\n`;
  writeFileSync(join(folder, 'logger'), logger, { mode: 0o700 });
  const uid = await uidOf(await person('kim'));
  const { databaseURL, dataFolder } = server().board;
  const place = databaseURL === null ? { DATA_DIR: dataFolder } : { DATABASE_URL: databaseURL };
  const run = (...args: string[]) =>
    runOperatorCommand('people', { ...place, PATH: `${folder}:/usr/bin:/bin` }, ...args);
  await run('list', '--search', 'kim');
  await run('block', uid);
  await run('block', 'nobody');
  expect(recordsIn(readFileSync(log, 'utf8'))).toEqual([
    {
      level: 30,
      msg: 'an operator ran a command',
      command: 'people block',
      args: [uid],
      user: userInfo().username,
    },
  ]);
});

test('a list that nobody reads to its end ends quietly', async () => {
  await person('leo');
  const child = startOperatorCommand('people', placeOf(server().board), 'list');
  child.stdout.destroy();
  const closed = once(child, 'close');
  expect([await text(child.stderr), ...(await closed)]).toEqual(['', 0, null]);
});

test.for([
  [['list', '--search', 'nobody at all'], /^Nobody was found\.$/mu],
  [['list', '--search', 'nobody at all', '--json'], /^Nobody was found\.$/mu],
  [['lst'], /^There is no command "people lst"\.\nType after/u],
  [['remove'], /^Type after npm run.*\npeople list \[/u],
  [['remove', 'ada', '--all'], /^Type after npm run/u],
  [['sign-out', 'no\u001Bbody'], /^There is nobody by the id no\\u001bbody\.$/mu],
] as const)('%j is refused with a sentence, and changes nothing', async ([args, sentence]) => {
  const ada = await person('ada');
  expect(await runPeople(...args)).toEqual({ code: 1, said: expect.stringMatching(sentence) });
  expect(await userOf(ada)).not.toBeNull();
});

test('a command that is a word of every program’s is no command', async () => {
  expect(await runCommandOf('toString')).toMatch(/^There is no command "toString"\.\nType after/u);
  expect(await runCommandOf('peopel', 'list')).toMatch(/^There is no command "peopel"\./u);
});

test('thoughts of which none is there are said to be missing', async () => {
  const place = placeOf(server().board);
  expect(await runOperatorCommand('thoughts', place, 'remove', 'none')).toEqual({
    code: 1,
    said: 'Not there: none.\n',
  });
});

test('a folder that its user may not enter is said to be that', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('To become another user takes root.');
  const folder = temporaryFolder();
  await openTestFolder(folder).close();
  chmodSync(folder, 0o700);
  process.seteuid?.(NOBODY);
  try {
    expect(() => requireDatabaseIn(folder)).toThrow('EACCES: permission denied');
  } finally {
    process.seteuid?.(0);
  }
});

test('a folder without a board, or with one of another version, is refused', async () => {
  const folder = temporaryFolder();
  expect(await runOperatorCommand('people', folder, 'list')).toMatchObject({
    code: 1,
    said: `There is no database in ${folder}.\n`,
  });
  const database = new DatabaseSync(databaseFileIn(folder));
  database.exec('pragma user_version = 99');
  database.close();
  expect(await runOperatorCommand('people', folder, 'list')).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      /was written by a newer version of this program\. Update the program\./u,
    ),
  });
});

/** What the operator's program says to words that are no command of it. */
async function runCommandOf(...words: string[]): Promise<string> {
  const main = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [main, ...words], { env: compiled });
  const closed = once(child, 'close');
  const said = await text(child.stderr);
  await closed;
  expect(child.exitCode).toBe(1);
  return said;
}

function recordsIn(said: string): unknown[] {
  const lines = said.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function runPeople(...args: string[]) {
  return runOperatorCommand('people', placeOf(server().board), ...args);
}

function writeByHand(sql: string): Promise<void> {
  return writeElsewhere(server().board, sql);
}

function idsIn({ thoughts }: Page): string[] {
  return thoughts.map(({ textID }) => textID);
}
