import { createFirebaseBoard } from '#server/transfer/firebase/firebase-board.ts';
import { readFirebaseSettings } from '#server/transfer/firebase/firebase-settings.ts';
import { describeImported } from '#server/transfer/describe-counts.ts';
import { importBoard } from '#server/transfer/import-board.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (...given) => {
  const { settings, file } = readFirebaseSettings('import:firebase', ...given);
  const board = createFirebaseBoard(settings, (sentence) => process.stderr.write(`${sentence}\n`));
  return describeImported(file, await importBoard(board, file));
});
