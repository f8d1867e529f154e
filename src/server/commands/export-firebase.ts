import { createFirebaseBoard } from '#server/transfer/firebase/firebase-board.ts';
import { readFirebaseSettings } from '#server/transfer/firebase/firebase-settings.ts';
import { describeCounts } from '#server/transfer/describe-counts.ts';
import { exportBoard } from '#server/transfer/export-board.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (...given) => {
  const { settings, file } = readFirebaseSettings('export:firebase', ...given);
  const board = createFirebaseBoard(settings, (sentence) => process.stderr.write(`${sentence}\n`));
  const counts = await exportBoard(board, file);
  return `The board of ${settings.project} is exported to ${file}: ${describeCounts(counts)}.`;
});
