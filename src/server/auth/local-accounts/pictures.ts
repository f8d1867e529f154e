import * as v from 'valibot';
import { hueOf, initialsOf } from '#shared/initials.ts';
import { type Account, LOCAL_ACCOUNTS } from './account.ts';

const INITIALS = /^[\p{L}\p{M}\p{N}\p{Cf}\p{Extended_Pictographic}\p{Emoji_Component}]{1,100}$/u;

/** A picture's path defines it: a hue, and initials, which may be as long as a name. */
export const PictureParams = v.object({
  hue: v.pipe(v.string(), v.regex(/^\d{1,3}$/u), v.transform(Number), v.maxValue(359)),
  initials: v.pipe(v.string(), v.regex(INITIALS)),
});
export type PictureParams = v.InferOutput<typeof PictureParams>;

/** The picture of an account, as a path without an origin, so that it survives a change of port. */
export function pictureAddress({ name }: Account): string {
  return `${LOCAL_ACCOUNTS.pictures}/${hueOf(name)}/${encodeURIComponent(initialsOf(name))}`;
}

/** White on any hue has enough contrast (4.5:1). A picture loads no file, not even the board's font. */
export function drawPicture({ hue, initials }: PictureParams): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">` +
    `<rect width="96" height="96" fill="oklch(54% 0.11 ${hue})"/>` +
    `<text x="48" y="48" fill="#fff" font-family="system-ui, sans-serif" font-size="38.4" ` +
    `font-weight="600" text-anchor="middle" dominant-baseline="central">${initials}</text></svg>`
  );
}
