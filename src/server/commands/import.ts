import { ensureDatabase, openForOperator } from '#server/database/operator-database.ts';
import { describeCounts } from '#server/transfer/describe-counts.ts';
import { importBoard } from '#server/transfer/import-board.ts';
import { requireFile, runCommand, withDatabase } from './run-command.ts';

await runCommand(async (settings, args) => {
  const file = requireFile('import', args);
  await ensureDatabase(settings);
  return withDatabase(openForOperator(settings), async (database) => {
    const { added, known } = await importBoard(database, file);
    const rest = known === 0 ? '' : ` ${known} were there already, and stayed as they were.`;
    return `From ${file} were added: ${describeCounts(added)}.${rest}`;
  });
});
