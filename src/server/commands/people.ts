import { openForOperator } from '#server/database/operator-database.ts';
import { parsePeopleCommand } from '#server/people/parse-people-command.ts';
import { runPeopleCommand } from '#server/people/run-people-command.ts';
import { runBoardCommand, withDatabase } from './run-command.ts';

await runBoardCommand((settings, args) => {
  const command = parsePeopleCommand(args);
  return withDatabase(openForOperator(settings), (database) => runPeopleCommand(database, command));
});
