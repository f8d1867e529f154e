/** What an operator asks for; a person is named by id, e-mail or name. */
export type PeopleCommand =
  | { action: 'list' }
  | { action: 'sign-out'; person: string }
  | { action: 'remove'; person: string; keepThoughts: boolean };

const USAGE = `npm run people -- list                            lists them, as npm run people does
npm run people -- sign-out ID                     signs one out everywhere
npm run people -- remove ID --with-thoughts       removes one, with all of their thoughts
npm run people -- remove ID --keep-thoughts       removes one, and leaves their thoughts
For ID, an e-mail or a name will do where only one person has it.`;

/** Reads the arguments of the command; throws with how it is used. */
export function parsePeopleCommand(args: readonly string[]): PeopleCommand {
  // By their place alone: an id may begin with a dash.
  const [action = 'list', person, ...options] = args;
  if (person === undefined) return withoutPerson(action);
  switch ([action, ...options].join(' ')) {
    case 'sign-out':
      return { action: 'sign-out', person };
    case 'remove --with-thoughts':
      return { action: 'remove', person, keepThoughts: false };
    case 'remove --keep-thoughts':
      return { action: 'remove', person, keepThoughts: true };
    case 'remove':
      return refuse('Say what becomes of the thoughts, by --with-thoughts or --keep-thoughts:');
    default:
      return refuse();
  }
}

function withoutPerson(action: string): PeopleCommand {
  if (action === 'list') return { action };
  return ['sign-out', 'remove'].includes(action) ? refuse('Name a person:') : refuse();
}

function refuse(reason = 'This command is used so:'): never {
  throw new Error(`${reason}\n${USAGE}`);
}
