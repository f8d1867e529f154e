import * as v from 'valibot';
import type { Account } from './account.ts';
import { LOCAL_ACCOUNTS } from './paths.ts';

/** A picture is all in its name: a hue and the initials. */
export const PictureParams = v.object({
  hue: v.pipe(v.string(), v.regex(/^\d{1,3}$/u), v.transform(Number), v.maxValue(359)),
  initials: v.pipe(v.string(), v.regex(/^[\p{L}\p{M}\p{N}]{1,8}$/u)),
});
export type PictureParams = v.InferOutput<typeof PictureParams>;

/** The address of the picture an account gets: a path, so that it outlives a change of port. */
export function pictureAddress({ sub, name }: Account): string {
  const hue = Buffer.from(sub).reduce((sum, byte) => (sum * 31 + byte) % 360, 0);
  return `${LOCAL_ACCOUNTS.pictures}/${hue}/${encodeURIComponent(initialsOf(name))}`;
}

/** The first letter of the first and of the last word that has one. */
function initialsOf(name: string): string {
  const initials = name.split(/\s+/u).flatMap((word) => word.match(/[\p{L}\p{N}]\p{M}?/u) ?? []);
  const first = initials.shift() ?? 'X';
  return `${first}${initials.pop() ?? ''}`.toUpperCase();
}

/** Draws initials on a colour; white passes the contrast rule (4.5:1) on every hue of it. */
export function drawPicture({ hue, initials }: PictureParams): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">` +
    `<rect width="96" height="96" fill="hsl(${hue} 45% 33%)"/>` +
    `<text x="48" y="48" fill="#fff" font-family="system-ui, sans-serif" font-size="33" ` +
    `font-weight="600" text-anchor="middle" dominant-baseline="central">${initials}</text></svg>`
  );
}
