/** The paths of the screens; each is answered with and without a slash at its end. */
export const ROUTES = { feed: '/', login: '/login', profile: '/profile' } as const;

export const SCREENS: readonly string[] = Object.values(ROUTES).flatMap((path) =>
  path === '/' ? [path] : [path, `${path}/`],
);
