import { restore } from '#server/database/restore.ts';
import { requireFile, runCommand } from './run-command.ts';

runCommand((folder, args) => {
  const file = requireFile('restore', args);
  const former = restore(folder, file);
  const kept = former === null ? '' : ` What was there is kept as ${former}.`;
  return `The board of ${file} is restored to ${folder}.${kept}`;
});
