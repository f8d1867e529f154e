import { TEXT_LIMIT } from '#shared/limits.ts';
import { NAME } from '#shared/name.ts';

/** All fixed texts of the screens. */
export const WORDS = {
  bar: {
    skip: 'Skip to content',
    main: 'Main',
    profile: 'profile',
    live: 'Live',
    notLive: 'Reconnecting',
  },
  login: {
    title: 'Log in',
    heading: 'Share your thoughts with us',
    line: `Please log in first to use ${NAME}.`,
    signIn: 'Sign in with Google',
  },
  feed: {
    heading: 'Thoughts field',
    add: 'create new thoughts',
    draftWaits: 'A draft is waiting',
    list: 'Thoughts',
    loading: 'Loading thoughts',
    empty: 'No thoughts here yet. Press the cloud to write the first.',
    first: 'Write the first thought',
    putBack: 'Put back',
    deletedWaits: 'A deleted thought can be put back',
  },
  dialog: {
    heading: 'Add thought',
    placeholder: "What's your thoughts?",
    cancel: 'Cancel',
    add: 'Add',
  },
  card: {
    edit: 'Edit',
    save: 'Save',
    delete: 'Delete',
    field: 'Edit thought',
    reset: 'Put the old text back',
    editWaits: 'An unsaved edit is waiting',
    sending: 'Sending',
  },
  nobody: 'Anonymous',
  addKeys: 'Ctrl+Enter or ⌘+Enter',
  profile: {
    title: 'Profile',
    heading: "'s Profile",
    name: 'Name',
    email: 'Email',
    created: 'Acc created',
    lastSignIn: 'Last sign-in',
    back: 'Back to thoughts field',
    list: 'Your thoughts',
  },
  logout: {
    ask: 'Log Out',
    /** Before and after the person's name. */
    question: ['Hey ', '! Are you sure to Logout?'],
    confirm: 'Confirm',
    cancel: 'Cancel',
  },
  error: {
    heading: 'Oops! Something went wrong!',
    message: 'Error Message',
    code: 'Error Code',
    data: 'Error Data',
    home: 'Go Back to Home Page',
    notFound: 'Not Found',
    internal: 'Internal Error',
    notShown: 'This page could not be shown.',
    unavailable: 'Service Unavailable',
  },
} as const;

export function newThoughts(count: number): string {
  return count === 1 ? '1 new thought' : `${count} new thoughts`;
}

export function noPageAt(address: string): string {
  return `There is no page at ${address}`;
}

/** What the live region says, once for each act. A sentence is dropped where the one before was the same. */
export const SAID = {
  added: 'Added',
  saved: 'Saved',
  deleted: 'Deleted. Create new thoughts offers it again',
  live: WORDS.bar.live,
  notLive: WORDS.bar.notLive,
  full: 'The thought is full',
  cut: `The text was cut to fit ${TEXT_LIMIT} characters`,
  newThoughts,
  charactersLeft: (most: number): string =>
    most === 0 ? 'No characters left' : `${most} or fewer characters left`,
};
