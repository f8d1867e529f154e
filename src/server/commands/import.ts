import { ensureDatabase, openForOperator } from '#server/database/operator-database.ts';
import { describeImported } from '#server/transfer/describe-counts.ts';
import { importBoard, requireExport } from '#server/transfer/import-board.ts';
import { createSQLBoard } from '#server/transfer/sql-board.ts';
import { requireFile, runBoardCommand, withDatabase } from './run-command.ts';

await runBoardCommand(async (settings, args) => {
  const file = requireFile('import', args);
  // The wrong file makes no database.
  await requireExport(file);
  await ensureDatabase(settings);
  return withDatabase(openForOperator(settings), async (database) =>
    describeImported(file, await importBoard(createSQLBoard(database), file)),
  );
});
