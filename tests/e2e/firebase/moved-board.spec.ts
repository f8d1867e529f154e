import { writeFileSync } from 'node:fs';
import { newTextID } from '#shared/thought.ts';
import { runOperatorCommand } from '#server/testing/operator-command.ts';
import { PROJECT } from '#tests/firestore-emulator/emulator.ts';
import { press } from '#tests/e2e/press.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { emailOf } from '#tests/e2e/sign-in.ts';
import { cardOf, shownTexts } from '#tests/e2e/thoughts.ts';

const ADELAIDE = {
  kind: 'person',
  uid: 'adelaide-of-the-old-board',
  displayName: 'Adelaide',
  photoURL: null,
  email: emailOf('Adelaide'),
  creationTime: 1_700_000_000_000,
  lastSignInTime: 1_700_000_000_000,
  issuer: null,
  emailVerified: 1,
};

test('a board that was moved to Firebase goes on there, and its thoughts are still their authors’', async ({
  server,
  person,
}, testInfo) => {
  const file = testInfo.outputPath('board.jsonl');
  const lines = [
    { kind: 'deleted', textID: newTextID(), uID: ADELAIDE.uid },
    ADELAIDE,
    thoughtOf(ADELAIDE.uid, 'Adelaide', 'brought along'),
    thoughtOf('somebody-else', 'Eve', 'somebody else’s'),
    { kind: 'end', deleted: 1, person: 1, thought: 2 },
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const [auth = '', firestore = ''] = server.services ?? [];
  const emulators = {
    FIREBASE_AUTH_EMULATOR_HOST: new URL(auth).host,
    FIRESTORE_EMULATOR_HOST: new URL(firestore).host,
  };
  const moved = await runOperatorCommand('import:firebase', emulators, '--project', PROJECT, file);
  expect(moved.code).toBe(0);

  const adelaide = await person('Adelaide');
  await expect.poll(() => shownTexts(adelaide)).toHaveLength(2);
  await expect(cardOf(adelaide, 'somebody else’s').getByTitle('Edit')).toHaveCount(0);
  const card = cardOf(adelaide, 'brought along');
  await press(card.getByTitle('Edit'));
  await adelaide.getByRole('textbox').fill('brought along, and edited');
  await press(adelaide.getByTitle('Save'));
  await adelaide.goto('/profile');
  await expect.poll(() => shownTexts(adelaide)).toEqual(['brought along, and edited']);
});

function thoughtOf(uID: string, uName: string, text: string): object {
  const rest = { uProfile: '', createdAt: 1_700_000_000_000, version: 1 };
  return { kind: 'thought', textID: newTextID(), uID, uName, text, ...rest };
}
