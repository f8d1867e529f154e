import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NAME } from '#shared/name.ts';
import { PATHS } from '#shared/wire.ts';
import type { App } from './valibot-routes.ts';

/** The client's styles and the plain pages' own, with the font at the path where the build serves it. */
export const PLAIN_PAGE_STYLE = ['../../shared/look.css', 'plain-page.css']
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .map(withoutLightDark)
  .join('\n')
  .replace('@fontsource-variable/figtree/files', '/assets');

export function registerPlainPageStyle(app: App): void {
  app.get(PATHS.pageStyle, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(PLAIN_PAGE_STYLE),
  );
}

/** What the client's build does with `light-dark()`, which the oldest browsers lack that the client runs in. */
function withoutLightDark(css: string): string {
  const either = /light-dark\(((?:[^(),]|\([^()]*\))+), ((?:[^(),]|\([^()]*\))+)\)/gu;
  return `:root { --light: initial; --dark: ; }
@media (prefers-color-scheme: dark) { :root { --light: ; --dark: initial; } }
${css.replaceAll(either, 'var(--light, $1) var(--dark, $2)')}`;
}

const MARK =
  '<svg class="mark shell-login-cloud" viewBox="0 0 24 24" aria-hidden="true">' +
  '<path d="M17.5 16H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z"/>' +
  '<circle pathLength="3" cx="7.4" cy="19.4" r="1.55"/><circle pathLength="3" cx="4.1" cy="22.2" r="0.85"/></svg>';

/** A page that the server writes itself: plain HTML in the look of the login screen, under the sky of the hour. */
export function plainPage({
  title,
  heading,
  content,
}: Record<'title' | 'heading' | 'content', string>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${NAME}</title>
<script src="/first-paint.js"></script>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="preload" href="/assets/figtree-latin-wght-normal.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${PATHS.pageStyle}">
</head>
<body>
<div class="shell-login">
<div class="shell-behind" aria-hidden="true">${'<span></span>'.repeat(5)}</div>
<main class="shell-login-card">
${MARK}
<p class="shell-login-title">${NAME}</p>
<h1 class="shell-login-heading">${heading}</h1>
${content}
</main>
</div>
</body>
</html>
`;
}
