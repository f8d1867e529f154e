import * as v from 'valibot';
import { hueOf, initialsOf, keptApart } from '#shared/initials.ts';
import { type Account, LOCAL_ACCOUNTS } from './account.ts';

const INITIALS = /^[\p{L}\p{M}\p{N}\p{Cf}\p{Extended_Pictographic}\p{Emoji_Component}]{1,100}$/u;

/** Figtree's A to Z at weight 600 as WOFF2 (SIL OFL 1.1, subset by fonttools): a picture loads no file. */
const INITIALS_FACE =
  'd09GMgABAAAAAAV8AAwAAAAACbAAAAUvAAIAgwAAAAAAAAAAAAAAAAAAAAAAAAAAGyAcKgZgADQKjTyKLgE2AiQDbAs4AAQgBQYHIBsXBwCeBXYbXRDc80W1yipQDAbICIr9fnv3RaNiHhrdJNI0vfhDxxLUQogeGapWmv48nv6fNsWW22zuBGbNiEKDkmYgnoV8AQkgAAVOuH9xgjb25v+Y6SIxoniAo4GOJ/KXERdNB3xiA7trikqv5wcMZ2uKEZJQrwt8cviiQ+feWKBpnDPeekZeGRgpw///AHIEi3zxxzMZVnU2g20m1GrltOarQEheYyLYGydOIDwCwSkGzf853hWuwsppcvp/EaVHL3m0+EqnTsOQiKADEziBaWgZGtaDmlwr0+RVMRt8DLo8exbEJ3lTtV6tyblSCo9MOfFpdczc2NgdERLcSyKwlogkuJkZYSy1tsCDjKRiQmKMowZkwBWSMi3SICFa8OoVnL2MvYe2fIkr0IIXvLHXOM7r1Kr51689HJfcGlZ2+PlrfP50wdkLabSAexEiP6on0lOEOY4z82vrQUIC2qLxeVlyKgWV7X/czXngPAKe+kQ+gSEBjkn4chKBfP714+v2ykOP0IIHHA9D/NFEGRrV1uGaIrAQyK3WjkwLVRqBYuuwYL1gVn2lPsWCj2Hy+WsI41Ay7drrTYqzL/HRhusPJMqrFzzwUSjlB0j2yFLjmpXzOM7H0IIHN7aw47q9ctOrdO7s8wzFbVrNHXEq20wDNPIoSk6hWVUN55lCs+o4hvg7o1/0RIJF+grEoHKo6fvQ4eU6pNUguRKp1LhGRWCGUWt35CMeLeGZQlFo9C4M2IRfSh0IkB1gLd5tsoFSP89iAuIUZJB/Ju0bVRqfHKOsC8pYTs/H/BocnhGT2l85Ej4ZEpoaHt8CY6huo061nWVV2zfo6qieUJ181uBvfT/fJSCtnoxvz82N72BIWWCe+yNbg/+8VtMXBqW+Q29WaTbR9ddOm9U03cCEyT1TSA9lRMQBMFB3GJO3yhE24byUkd5OZr/7OMGm3DRnzT1hBWJ36vTbDQ0R4Hdgk1gveep+fULgpQxbr6xmMqU9Lye5o5XMiVMHRRZb7Sm3KeDpimYWZUGpna6Vrp13JLwyXB/7IrwpCc5wSBL2lfvaLvFzO+wli73Z+WW0d4ksTu0Ipbb7SL1X+cVHjS75KUT92zBPSVI1LYNvy96UDb1pE378RwVYL/V2/PlX53msnv+5QswWrWYHy2q2b9LRzObN6dyxUVtvoOgNweQkhFLTqWhOFNCejSWh1N+zmuKS6qm0OLo+nlr+k35peIosOiZTFjcG63yLSwyVDtHM04oiJvSVo5H5dq4sv359bp4qySW1Wa3JydRXVEjzQ3IT2hkynZJF5vhvYpKqyfRc5o1dthOr+EWEuJLfNOuej7mFZ6bEjUBsK0ZjRwXdXdzmfjM3ppXMjQr0/Ukvt5YUhAXmRlaPNPbIan3JjH9aPD7PjoiJS40K9fE/L7fSS+kWKjFO2xoBn5RwrDvLlYC+pYNpVF/xxc6LYb5Z2b6hYTm+PllhFzsvFlN9w2ngOXph4L0IbxrE54W3nl7oWm+80rhjhWC9oPvFhYEl2DIMmt/FH4oFh/9s+5j/XfFX7cIjwqNCiMU/Vk0dcj3WnfpjpQ/4DVd8vKzRG30FAJzu/wOBdEl0kKoK08RfjYJ9Ac+LohgAXgOlOjD650q3u4uqBMFvt+k2A6OmGbnQHWQsbyq4AMZZC6W8sJRnsLkgQr1x31kK77/9M9cOjHISg4U78gYVmU1zzCViNseQoX1QDYGZCERes8MdjdITPWEuAjy7wSgHwA8PY4JgFS7pGFUlqv43CgcA';

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

/** Draws initials as the client does; white on any hue has enough contrast (4.5:1). */
export function drawPicture({ hue, initials }: PictureParams): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">` +
    `<style>@font-face{font-family:Figtree;src:url(data:font/woff2;base64,${INITIALS_FACE})}</style>` +
    `<rect width="96" height="96" fill="oklch(54% 0.11 ${hue})"/>` +
    `<text x="48" y="48" fill="#fff" font-family="Figtree, system-ui, sans-serif" font-size="38.4" ` +
    `font-weight="600" text-anchor="middle" dominant-baseline="central">${keptApart(initials)}</text></svg>`
  );
}
