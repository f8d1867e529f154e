import { resolve } from 'node:path';

/** Runs an operator's command on the data folder and a file; an error ends it with its message. */
export function runCommand(name: string, run: (folder: string, file: string) => string): void {
  const [file] = process.argv.slice(2);
  try {
    if (file === undefined) throw new Error(`Name a file: npm run ${name} -- FILE`);
    const folder = resolve(process.env['DATA_DIR']?.trim() || 'data');
    process.stdout.write(`${run(folder, resolve(file))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
