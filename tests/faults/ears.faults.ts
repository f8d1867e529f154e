import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { createBoardServer } from '#tests/e2e/board-server.ts';
import { addMany, openCrowd } from '#tests/e2e/thoughts.ts';
import { endProcessesAt, openDesktop, PROGRAMS } from '#tests/engines/orca.ts';
import { needPrograms } from './support/programs.ts';
import { startTrial } from './support/trial.ts';

type Desktop = Awaited<ReturnType<typeof openDesktop>>;
/** Keys, or what else is done; then the sentences heard, each once and in this order, between others of Orca's own. */
type Step = [string | (() => Promise<unknown>), ...string[]];
/** Its name, and its steps. */
type Act = [string, ...Step[]];

const TO_TOP: Step = ['ctrl+Home'];
const TO_ROUND_BUTTON: Step = ['b', 'create new thoughts push button.'];
/** What must not be heard in any act. */
const NEVER = /invalid entry|status ?bar|No more list items/u;

test('by Orca each of twelve acts is heard, and once', async ({ skip }) => {
  needPrograms(skip, ...PROGRAMS);
  const trial = startTrial('ears');
  const server = await createBoardServer();
  const crowd = await openCrowd(server.url, 'Fay');
  await addMany(crowd, 13, (index) => `thought ${index};`);
  for (const name of ['Cid', 'Bob', 'Eve']) {
    await (await openCrowd(server.url, name)).add(`from ${name}`);
  }
  const folder = temporaryFolder();
  onTestFinished(async () => {
    await endProcessesAt(folder);
    await server.remove();
  });
  const desktop = await openDesktop(folder, server.url);
  const acts: Act[] = [
    ...signIn(desktop),
    [
      'walk three cards',
      TO_TOP,
      // Of the first card Orca 43 may say "blank": it takes its name for a label off screen.
      ['l', 'List with 16 items'],
      ['i', 'Bob.'],
      ['i', 'Cid.'],
      ['i', 'Fay.'],
      ['ctrl+End', 'leaving main content.'],
    ],
    ['arrival', [() => crowd.add('just now'), '1 new thought']],
    [
      'pill',
      ['shift+b', 'create new thoughts push button.'],
      ['shift+b', '1 new thought push button.'],
      ['Return', 'Fay just now article.'],
    ],
    ...write(desktop),
    ['offline and back', [server.stop, 'Reconnecting'], [server.start, 'Live']],
    ...leave(desktop, server.url),
  ];
  for (const [name, ...steps] of acts) {
    const all: string[] = [];
    for (const [does, ...sentences] of steps) {
      await (typeof does === 'string' ? desktop.press(does) : does());
      const heard = await desktop.listenFor(sentences);
      all.push(...heard);
      const wanted = heard.filter((one) => sentences.includes(one));
      expect.soft([name, String(does), ...wanted]).toEqual([name, String(does), ...sentences]);
    }
    trial.report(`${name}: ${all.join(' | ')}`);
    expect.soft(all.filter((one) => NEVER.test(one))).toEqual([]);
  }
});

function signIn({ type }: Desktop): Act[] {
  return [
    [
      'login',
      [async () => {}, 'Finished loading Log in · Thought Cloud.', 'Share your thoughts with us'],
      ['Tab', 'Sign in with Google push button.'],
      ['Return', 'Name entry required.'],
      [() => type('Ada')],
      ['Tab', 'Email entry required.'],
      [() => type('ada@example.com')],
      // While the feed comes in, Orca may read the page aloud, or not.
      ['Return', 'Loading.  Please wait.'],
    ],
  ];
}

function write({ type }: Desktop): Act[] {
  return [
    [
      'add',
      TO_TOP,
      TO_ROUND_BUTTON,
      // Orca 43 says nothing of a modal dialog that opens with an empty box, on a bare page either.
      ['Return'],
      ['Tab', 'Cancel push button.'],
      ['shift+Tab', "Add thought entry What's your thoughts?"],
      [() => type('rain')],
      ['ctrl+Return', 'Added'],
    ],
    [
      'edit and save',
      TO_TOP,
      TO_ROUND_BUTTON,
      ['b', 'Edit push button.', 'TIME, rain.'],
      ['Return', 'Edit thought entry rain.'],
      [() => type('y')],
      ['Return', 'Saved'],
    ],
    [
      'delete',
      ['Tab', 'Delete push button.', 'TIME, rainy.'],
      ['Return', 'Fay just now article.', 'Deleted. Create new thoughts offers it again'],
    ],
    [
      'put back',
      TO_TOP,
      ['b', 'create new thoughts push button.', 'A deleted thought can be put back.'],
      ['Return'],
      ['Tab', 'Put back: rainy push button.'],
      ['Return', 'Add thought entry rainy.'],
      ['Escape'],
    ],
    [
      'full box',
      ['Return', 'Add thought entry rainy.'],
      ['ctrl+a'],
      [() => type('x'.repeat(150)), 'No characters left'],
      [() => type('y'), 'The thought is full'],
      ['Escape'],
    ],
  ];
}

function leave({ type }: Desktop, url: string): Act[] {
  return [
    [
      'log out',
      TO_TOP,
      ['k', 'Live image.', 'Thought Cloud visited link.'],
      ['k', 'profile link.'],
      ['Return', "Ada's Profile heading level 1 clickable."],
      ['b', 'Log Out push button.'],
      ['Return', 'Hey Ada! Are you sure to Logout? panel.'],
      ['Tab', 'Confirm push button.'],
      // Of a heading that has the focus once what had it before is gone, Orca 43 says nothing.
      ['Return'],
      ['Tab', 'Sign in with Google push button.'],
    ],
    [
      'error screen',
      ['ctrl+l', 'Search or enter address combo box.'],
      [() => type(`${url}/nowhere`)],
      [
        'Return',
        'Oops! Something went wrong!',
        'Error Message',
        'Not Found',
        'Error Code',
        '404',
        'Error Data',
        'There is no page at /nowhere',
        'Go Back to Home Page',
      ],
    ],
  ];
}
