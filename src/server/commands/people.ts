import { parsePeopleCommand } from '#server/people/parse-people-command.ts';
import { runPeopleCommand } from '#server/people/run-people-command.ts';
import { runCommand } from './run-command.ts';

runCommand((folder, args) => runPeopleCommand(folder, parsePeopleCommand(args)));
