// `run.ts MACHINE COMMAND …` runs a command as on another kind of machine, and leaves nothing behind.
import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { OLDEST_NODE } from '#bin/node-version.mjs';
import { isRoot } from '#scripts/machine.ts';
import { describeFailure, root, runUntilStopped } from '#scripts/run.mjs';

/** What differs from this machine. */
interface Machine {
  /** What the command is run by. */
  by?: readonly string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
}

/** The user `nobody`, which every Linux has. */
const NOBODY = 65_534;
/** Where everybody may write, and a copy with its packages fits. */
const PLACE = '/var/tmp/thought-cloud-';
/** What a copy does without, as a clone has none. */
const OWN = ['data', 'test-results'];

const CHROMIUM = '/usr/bin/chromium';
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const FAKETIME = '/usr/lib/*-linux-*/faketime/libfaketime.so.1';
const MIDNIGHT = '02-28T23:59:00+05:45';

/** The kinds of machine. Each may use an empty folder that is removed afterwards. */
const MACHINES: Readonly<Record<string, (folder: string) => Machine>> = {
  'headless-shell': () => ({
    env: { CHROMIUM_PATH: fileOf(HEADLESS_SHELL, 'chromium-headless-shell') },
  }),
  'full-chromium': () => ({
    env: {
      CHROMIUM_PATH: fileOf(CHROMIUM, 'chromium'),
      FONTCONFIG_FILE: join(import.meta.dirname, 'full-hinting.conf'),
    },
  }),
  'one-core': () => ({ by: ['taskset', '--cpu-list', '0'] }),
  'ordinary-user': (folder) => {
    const cwd = join(folder, 'board');
    const env = { HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp') };
    for (const each of [cwd, env.HOME, env.TMPDIR]) mkdirSync(each, { mode: 0o700 });
    const copied = readdirSync(root).filter((name) => !OWN.includes(name));
    execFileSync('cp', ['-a', ...copied.map((name) => join(root, name)), cwd]);
    const machine = { cwd, env };
    if (!isRoot()) return machine;
    execFileSync('chown', ['-Rh', `${NOBODY}:${NOBODY}`, folder]);
    return { ...machine, uid: NOBODY, gid: NOBODY };
  },
  'turkish-midnight': (folder) => {
    // All clocks differ by the same, and time passes: Chromium's threads would spin if only the date differed.
    const midnight = Date.parse(`${new Date().getUTCFullYear() + 1}-${MIDNIGHT}`);
    const seconds = Math.round((midnight - Date.now()) / 1000);
    const locale = join(folder, 'tr_TR.UTF-8');
    execFileSync('localedef', ['--no-archive', '-i', 'tr_TR', '-f', 'UTF-8', locale]);
    return {
      env: {
        LANG: 'tr_TR.UTF-8',
        LC_ALL: 'tr_TR.UTF-8',
        LOCPATH: folder,
        TZ: 'Asia/Kathmandu',
        LD_PRELOAD: fileOf(FAKETIME, 'libfaketime'),
        FAKETIME: `+${seconds}`,
      },
    };
  },
  archive: (folder) => ({ cwd: unpackArchive(folder) }),
  'oldest-node': (folder) => {
    const program = `node-${process.platform}-${process.arch}`;
    const place = ['--prefix', folder, '--no-save', '--ignore-scripts'];
    execFileSync('npm', ['install', ...place, `${program}@${OLDEST_NODE}.0`], { stdio: 'ignore' });
    const own = join(folder, 'node_modules', program, 'bin');
    const PATH = `${own}${delimiter}${callersVariables()['PATH']}`;
    return { cwd: unpackArchive(folder), env: { PATH } };
  },
};

/** Unpacks the last commit, without packages; returns the folder. */
function unpackArchive(folder: string): string {
  const cwd = join(folder, 'Thought Clöud');
  const tar = join(folder, 'board.tar');
  mkdirSync(cwd);
  // A checkout may belong to somebody else, which git otherwise refuses.
  const own = ['-c', `safe.directory=${root.slice(0, -1)}`];
  execFileSync('git', [...own, 'archive', '--output', tar, 'HEAD'], { cwd: root });
  execFileSync('tar', ['-xf', tar, '-C', cwd]);
  return cwd;
}

/** The first file of a pattern; throws where the package that brings it is not installed. */
function fileOf(pattern: string, name: string): string {
  const [file] = globSync(pattern);
  if (file === undefined) throw new Error(`no ${pattern}; as root: apt-get install ${name}`);
  return file;
}

/** The variables of whoever ran npm, without npm's own and this project's. */
function callersVariables(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_COMPILE/u.test(name));
  const search = (process.env['PATH'] ?? '').split(delimiter);
  const PATH = search.filter((folder) => !folder.includes('node_modules')).join(delimiter);
  return { ...Object.fromEntries(kept), PATH };
}

const [kind = '', ...command] = process.argv.slice(2);
const describe = MACHINES[kind];
if (describe === undefined || command.length === 0) {
  console.error(`The machines are ${Object.keys(MACHINES).join(', ')}; a command follows.`);
  process.exit(1);
}
const folder = mkdtempSync(PLACE);
try {
  // Whoever the command runs as has to get in.
  chmodSync(folder, 0o755);
  const { env, by = [], ...machine } = describe(folder);
  const options = { ...machine, env: { ...callersVariables(), ...env } };
  process.exitCode = await runUntilStopped([...by, ...command], options);
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
