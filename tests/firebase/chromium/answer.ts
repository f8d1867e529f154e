import type { Route } from '@playwright/test';

/** What a service, or something in between, answers in a test's words. */
type Answer = Parameters<Route['fulfill']>[0];

/** A service's refusal of whatever was asked. */
export const DENIED: Answer = {
  status: 403,
  json: { error: { code: 403, status: 'PERMISSION_DENIED', message: 'No' } },
};

/** What the service answers to a token that it takes for no good. */
export const UNAUTHENTICATED: Answer = {
  status: 401,
  json: {
    error: { code: 401, status: 'UNAUTHENTICATED', message: 'Request had invalid credentials' },
  },
};

/** Answers a request to another origin so that the page may read it. */
export function answer(route: Route, content: Answer): Promise<void> {
  const headers = {
    'access-control-allow-origin': route.request().headers()['origin'] ?? '',
    'access-control-allow-credentials': 'true',
  };
  return route.fulfill({ ...content, headers });
}
