import { restore } from '#server/database/sqlite/restore.ts';
import { requireFile, requireFolder, runBoardCommand } from './run-command.ts';

await runBoardCommand((settings, args) => {
  const folder = requireFolder(settings);
  const file = requireFile('restore', args);
  const former = restore(folder, file);
  const kept = former === null ? '' : ` What was there is kept as ${former}.`;
  return `The board of ${file} is restored to ${folder}.${kept}`;
});
