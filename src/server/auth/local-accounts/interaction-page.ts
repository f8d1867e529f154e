/** What the page shows besides its fixed words. */
export interface InteractionPage {
  action: string;
  stylesheet: string;
  name: string;
  email: string;
  fault: string | null;
}

/** The page that asks which local account to use; plain HTML, so that it needs no script. */
export function interactionPage({
  action,
  stylesheet,
  name,
  email,
  fault,
}: InteractionPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Local accounts · Thought Cloud</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${escape(stylesheet)}">
</head>
<body>
<main>
<p class="mark">Local accounts</p>
<h1>Choose an account</h1>
<p>These accounts exist on this computer only. No password is asked, and nothing is sent to Google.</p>
${fault === null ? '' : `<p class="fault" role="alert">${escape(fault)}</p>`}
<form method="post" action="${escape(action)}" novalidate>
<label for="name">Name</label>
<input id="name" name="name" type="text" autocomplete="name" maxlength="100" required autofocus value="${escape(name)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${escape(email)}">
<p class="hint">The same e-mail is the same person next time.</p>
<button type="submit">Continue</button>
</form>
</main>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? '');
}

/** The page's looks, light and dark by the system's choice. */
export const INTERACTION_PAGE_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
  background: light-dark(#eef3f8, #10161d); color: light-dark(#1a2430, #e6edf4);
}
main {
  width: min(26rem, 100%); padding: 2rem; border-radius: 1rem;
  background: light-dark(#fff, #19222c); border: 1px solid light-dark(#d4dee8, #2c3947);
}
.mark {
  display: inline-block; margin: 0; padding: 0.125rem 0.75rem; border-radius: 1rem;
  font-size: 0.875rem; font-weight: 600;
  background: light-dark(#fff0cc, #463608); color: light-dark(#5c4300, #ffe3a1);
}
h1 { margin: 0.75rem 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
input {
  width: 100%; margin-bottom: 1rem; padding: 0.625rem 0.75rem; font: inherit; color: inherit;
  background: light-dark(#fff, #10161d); border: 1px solid light-dark(#6d7f92, #71849a);
  border-radius: 0.5rem;
}
.hint { font-size: 0.875rem; color: light-dark(#4b5c6d, #a9b8c7); }
.fault { padding: 0.5rem 0.75rem; border-left: 0.25rem solid #c02b2b; font-weight: 600; }
button {
  width: 100%; padding: 0.75rem; font: inherit; font-weight: 600; cursor: pointer;
  color: #fff; background: #1f5fa8; border: 1px solid transparent; border-radius: 0.5rem;
}
:focus-visible { outline: 3px solid light-dark(#1f5fa8, #8fc1ff); outline-offset: 2px; }
`;
