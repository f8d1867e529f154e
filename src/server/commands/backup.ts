import { backUp } from '#server/database/backup.ts';
import { runCommand } from './run-command.ts';

runCommand('backup', (folder, file) => {
  backUp(folder, file);
  return `The board in ${folder} is backed up to ${file}.`;
});
