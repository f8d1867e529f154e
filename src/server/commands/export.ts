import { openForOperator } from '#server/database/operator-database.ts';
import { exportBoard } from '#server/transfer/export-board.ts';
import { describeCounts } from '#server/transfer/describe-counts.ts';
import { createSQLBoard } from '#server/transfer/sql-board.ts';
import { requireFile, runBoardCommand, withDatabase } from './run-command.ts';

await runBoardCommand((settings, args) => {
  const file = requireFile('export', args);
  return withDatabase(openForOperator(settings), async (database) => {
    const counts = await exportBoard(createSQLBoard(database), file);
    return `The board is exported to ${file}: ${describeCounts(counts)}.`;
  });
});
