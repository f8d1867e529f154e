import { restore } from '#server/database/restore.ts';
import { runCommand } from './run-command.ts';

runCommand('restore', (folder, file) => {
  const former = restore(folder, file);
  const kept = former === null ? '' : ` What was there is kept as ${former}.`;
  return `The board of ${file} is restored to ${folder}.${kept}`;
});
