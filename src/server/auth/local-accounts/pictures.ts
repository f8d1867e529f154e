import * as v from 'valibot';
import { hueOf, initialsOf, keptApart } from '#shared/initials.ts';
import { INITIALS_FACE } from './initials-face.ts';
import { type Account, LOCAL_ACCOUNTS } from './account.ts';

const INITIALS = /^[\p{L}\p{M}\p{N}\p{Cf}\p{Extended_Pictographic}\p{Emoji_Component}]{1,100}$/u;

/** A picture is all in its name: a hue and the initials, which may be as long as a name. */
export const PictureParams = v.object({
  hue: v.pipe(v.string(), v.regex(/^\d{1,3}$/u), v.transform(Number), v.maxValue(359)),
  initials: v.pipe(v.string(), v.regex(INITIALS)),
});
export type PictureParams = v.InferOutput<typeof PictureParams>;

/** The address of the picture an account gets: a path, so that it outlives a change of port. */
export function pictureAddress({ name }: Account): string {
  return `${LOCAL_ACCOUNTS.pictures}/${hueOf(name)}/${encodeURIComponent(initialsOf(name))}`;
}

/** Draws initials on a colour, as large and in the face in which the client draws them; white passes the contrast rule (4.5:1) on every hue of it. */
export function drawPicture({ hue, initials }: PictureParams): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">` +
    `<style>@font-face{font-family:Figtree;src:url(data:font/woff2;base64,${INITIALS_FACE})}</style>` +
    `<rect width="96" height="96" fill="oklch(54% 0.11 ${hue})"/>` +
    `<text x="48" y="48" fill="#fff" font-family="Figtree, system-ui, sans-serif" font-size="38.4" ` +
    `font-weight="600" text-anchor="middle" dominant-baseline="central">${keptApart(initials)}</text></svg>`
  );
}
