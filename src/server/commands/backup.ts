import { backUp } from '#server/database/sqlite/backup.ts';
import { requireFile, requireFolder, runCommand } from './run-command.ts';

await runCommand((settings, args) => {
  const folder = requireFolder(settings);
  const file = requireFile('backup', args);
  backUp(folder, file);
  return `The board in ${folder} is backed up to ${file}.`;
});
