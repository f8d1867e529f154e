import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** The programs of a desktop with a screen reader. */
export const PROGRAMS = ['orca', 'firefox-esr', 'Xvfb', 'xdotool', 'openbox', 'dbus-daemon'];

/** Settings of Firefox: no pages and questions of its own. */
const PREFERENCES = {
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.translations.enable': false,
  'browser.urlbar.suggest.history': false,
  'browser.urlbar.autoFill': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'layout.spellcheckDefault': 0,
  'signon.rememberSignons': false,
  'ui.prefersReducedMotion': 1,
};

/** Settings of Orca: it does not repeat the keys that are pressed. */
const SETTINGS = {
  general: { startingProfile: ['Default', 'default'] },
  profiles: { default: { profile: ['Default', 'default'], enableKeyEcho: false } },
  pronunciations: {},
  keybindings: {},
};

/** Orca runs this at its start: each line of its log is written at once. */
const CUSTOMIZATIONS = `from orca import debug
debug.debugFile.reconfigure(line_buffering=True)
`;

/** Settings of the speech dispatcher: a voice without sound. Where nothing plays it, a real one keeps Orca waiting. */
const VOICES = `AddModule "dummy" "sd_dummy" ""
DefaultModule dummy
`;

/** Milliseconds of silence after which Orca has finished speaking, and listens to keys again. */
const SILENCE_MS = 700;
const PATIENCE_MS = 20_000;
/** How long a process may take to end. */
const ENDING_MS = 5_000;
const SPOKEN = /SPEECH OUTPUT: '(.*)'(?: ?\{.*\})?$/gmu;
/** Times and dates differ from run to run. */
const TIME = /\d+:\d+ [AP]M/gu;
const DATE = /\d{4}-\d\d-\d\d/gu;

/** A desktop with Firefox on a page, which Orca reads aloud, and the keyboard of the person who listens. */
export async function openDesktop(folder: string, url: string) {
  const log = join(folder, 'orca.log');
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    GNOME_ACCESSIBILITY: '1',
  };
  const start = (command: string, args: string[], options: SpawnOptions = {}): ChildProcess =>
    spawn(command, args, { env, stdio: 'ignore', ...options });
  const screen = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  env['DISPLAY'] = `:${await lineOf(screen, 3)}`;
  const bus = start('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  env['DBUS_SESSION_BUS_ADDRESS'] = await lineOf(bus, 1);
  start('openbox', []);
  const settings = join(folder, '.local/share/orca');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'user-settings.conf'), JSON.stringify(SETTINGS));
  writeFileSync(join(settings, 'orca-customizations.py'), CUSTOMIZATIONS);
  const voices = join(folder, '.config/speech-dispatcher');
  mkdirSync(voices, { recursive: true });
  writeFileSync(join(voices, 'speechd.conf'), VOICES);
  start('orca', [`--debug-file=${log}`]);
  const profile = join(folder, 'profile');
  mkdirSync(profile);
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  start('firefox-esr', ['--no-remote', '--profile', profile, url]);

  const spoken = (): string[] => {
    const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
    return [...text.matchAll(SPOKEN)].flatMap(
      ([, said = '']) => said.replaceAll(TIME, 'TIME').replaceAll(DATE, 'DATE').trim() || [],
    );
  };
  const use = async (...args: string[]): Promise<void> => {
    await once(start('xdotool', args), 'exit');
  };
  let heard = 0;
  return {
    press: (key: string) => use('key', '--clearmodifiers', key),
    type: (text: string) => use('type', '--delay', '100', text),
    /** What is spoken from the last call on until all these sentences have been, and there is silence. */
    listenFor: async (sentences: readonly string[]): Promise<string[]> => {
      let [count, since] = [heard, Date.now()];
      const deadline = since + PATIENCE_MS;
      for (;;) {
        const said = spoken();
        if (said.length !== count) [count, since] = [said.length, Date.now()];
        const news = said.slice(heard);
        const isAll = sentences.every((sentence) => news.includes(sentence));
        if ((isAll && Date.now() - since > SILENCE_MS) || Date.now() > deadline) break;
        await sleep(100);
      }
      const news = spoken().slice(heard);
      heard += news.length;
      return news;
    },
  };
}

/**
 * Ends a desktop whose home is this folder: some of its processes were started by others, and would outlive them. They
 * are asked first, as the portal for documents then unmounts its file system in the folder.
 */
export async function endProcessesAt(folder: string): Promise<void> {
  const killed = Date.now() + ENDING_MS;
  for (let left = processesOf(folder); left.length > 0; left = processesOf(folder)) {
    for (const pid of left) end(pid, Date.now() < killed ? 'SIGTERM' : 'SIGKILL');
    await sleep(100);
  }
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended by itself.
  }
}

/** The processes whose home is this folder. */
function processesOf(folder: string): number[] {
  const isAtHome = (pid: number): boolean => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${folder}`);
    } catch {
      // It has ended, or is somebody else's.
      return false;
    }
  };
  return readdirSync('/proc').map(Number).filter(Number.isInteger).filter(isAtHome);
}

/** The first line that a process writes to one of its files. */
async function lineOf({ stdio }: ChildProcess, file: number): Promise<string> {
  const output = stdio[file];
  if (!(output instanceof Readable)) throw new Error('There is no such file');
  const [line] = await once(createInterface(output), 'line');
  return String(line);
}
