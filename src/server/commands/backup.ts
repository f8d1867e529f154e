import { backUp } from '#server/database/sqlite/backup.ts';
import { requireFile, requireFolder, runBoardCommand } from './run-command.ts';

await runBoardCommand((settings, args) => {
  const folder = requireFolder(settings);
  const file = requireFile('backup', args);
  backUp(folder, file);
  return `The board in ${folder} is backed up to ${file}.`;
});
