import { resolve } from 'node:path';

/** Runs an operator's command on the data folder and its arguments; an error ends it with its message. */
export function runCommand(run: (folder: string, args: readonly string[]) => string): void {
  try {
    const folder = resolve(process.env['DATA_DIR']?.trim() || 'data');
    process.stdout.write(`${run(folder, process.argv.slice(2))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** The file that is a command's one argument. */
export function requireFile(name: string, [file]: readonly string[]): string {
  if (file === undefined) throw new Error(`Name a file: npm run ${name} -- FILE`);
  return resolve(file);
}
