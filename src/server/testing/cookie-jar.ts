/** The cookies one browser keeps, by path as far as the sign-in needs it. */
export interface CookieJar {
  /** Takes in the cookies of an answer to a request. */
  keep: (answer: Response) => void;
  /** The Cookie header for an address. */
  header: (path: string) => string;
}

/** Creates an empty jar. */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, { pair: string; path: string }>();
  return {
    keep: (answer) => {
      for (const line of answer.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(/;\s*/u);
        const name = pair.split('=', 1)[0] ?? '';
        const attribute = (wanted: string): string | undefined =>
          attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.split('=')[1];
        const path = attribute('path') ?? '/';
        const expires = attribute('expires');
        const isGone = expires !== undefined && Date.parse(expires) < Date.now();
        if (isGone) cookies.delete(`${name} ${path}`);
        else cookies.set(`${name} ${path}`, { pair, path });
      }
    },
    header: (path) =>
      [...cookies.values()]
        .filter((cookie) => path.startsWith(cookie.path))
        .map(({ pair }) => pair)
        .join('; '),
  };
}
