import { boardFlags } from '#bin/board-flags.mjs';

/** The program that starts the server, and its arguments. */
export const boardCommand = ['node', ...boardFlags, 'src/server/main.ts'];
