import { backUp } from '#server/database/backup.ts';
import { requireFile, runCommand } from './run-command.ts';

runCommand((folder, args) => {
  const file = requireFile('backup', args);
  backUp(folder, file);
  return `The board in ${folder} is backed up to ${file}.`;
});
