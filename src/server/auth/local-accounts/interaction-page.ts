import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NAME } from '#shared/name.ts';
import { type AccountFault, type AccountForm, LOCAL_ACCOUNTS } from './account.ts';

export interface InteractionPage {
  action: string;
  form: AccountForm;
  fault?: AccountFault;
}

/** The look of the client, with the font as its build serves it, and what the form adds. */
export const INTERACTION_PAGE_STYLE = ['../../../shared/look.css', 'interaction-page.css']
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')
  .replace('@fontsource-variable/figtree/files', '/assets');

/** The page that asks which local account to use; plain HTML, so that it needs no script. */
export function interactionPage({ action, form, fault }: InteractionPage): string {
  const wrong = fault?.path?.[0]?.key;
  const message = `<p class="fault" id="fault" role="alert">${fault?.message}</p>`;
  const marksOf = (field: keyof AccountForm): string =>
    (field === wrong ? ' aria-invalid="true" aria-describedby="fault"' : '') +
    (field === (wrong ?? 'name') ? ' autofocus' : '');
  const nameField = 'name="name" type="text" autocomplete="name" maxlength="100"';
  const emailField = 'name="email" type="email" autocomplete="email" maxlength="254"';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Local accounts · ${NAME}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="preload" href="/assets/figtree-latin-wght-normal.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${LOCAL_ACCOUNTS.stylesheet}">
</head>
<body>
<div class="shell-login">
<div class="shell-behind" aria-hidden="true">${'<span></span>'.repeat(5)}</div>
<main class="shell-login-card">
${CLOUD}
<p class="shell-login-title">${NAME}</p>
<h1 class="shell-login-heading">Choose an account</h1>
<p class="shell-login-line">Local accounts exist on this computer only. No password is asked, and nothing is sent to Google.</p>
<form method="post" action="${escape(action)}" novalidate>
<label for="name">Name</label>
<input id="name" ${nameField} required${marksOf('name')} value="${escape(form.name)}">
${wrong === 'name' ? message : ''}
<label for="email">Email</label>
<input id="email" ${emailField} required${marksOf('email')} value="${escape(form.email)}">
${wrong === 'email' ? message : ''}
<p class="hint">The same e-mail is the same person next time.</p>
<button type="submit">Continue</button>
</form>
<a href="/login">Back to the login screen</a>
</main>
</div>
</body>
</html>
`;
}

const CLOUD =
  '<svg class="shell-login-cloud" viewBox="0 0 24 24" aria-hidden="true">' +
  '<path d="M17.5 19H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z"/></svg>';

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}
