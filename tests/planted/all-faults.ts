import type { Fault } from './fault.ts';
import { ACCESSIBILITY } from './faults/accessibility.ts';
import { DURABILITY } from './faults/durability.ts';
import { LIMITS } from './faults/limits.ts';
import { LIVE } from './faults/live.ts';
import { LOST_TEXTS } from './faults/lost-texts.ts';
import { OPERATION } from './faults/operation.ts';
import { ORDER } from './faults/order.ts';
import { OWNERSHIP } from './faults/ownership.ts';
import { SIGN_IN } from './faults/sign-in.ts';

/** All planted faults by their kind. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  'ownership and sessions': OWNERSHIP,
  'order and idempotence': ORDER,
  'live merge, gaps, reconnecting': LIVE,
  'lost texts': LOST_TEXTS,
  'sign-in': SIGN_IN,
  'limits, headers, bad input': LIMITS,
  'durability and migration': DURABILITY,
  'accessibility, focus, layout': ACCESSIBILITY,
  'addresses, settings, files': OPERATION,
};
