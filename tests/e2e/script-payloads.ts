/** What a payload calls when it runs; the tests define it in the page. */
export const CALLED = 'ran';

const CALL = `${CALLED}()`;

/** Markup that runs the call, one to a line. */
const MARKUP = `
<script>CALL</script>
<ScRiPt >CALL</sCrIpT>
<script/x src=data:,CALL></script>
<img src=x onerror=CALL>
<img/src=x/onerror=CALL>
<svg onload=CALL>
<svg><script>CALL</script></svg>
<svg><animate onbegin=CALL attributeName=x>
<svg><a xlink:href=javascript:CALL><text y=9>x
<svg><use href="data:image/svg+xml,<svg id=x onload=CALL>#x">
<body onload=CALL>
<iframe srcdoc="<script>parent.CALL</script>">
<iframe src=javascript:parent.CALL>
<object data=javascript:CALL>
<embed src=javascript:CALL>
<details open ontoggle=CALL>
<video src=x onerror=CALL>
<audio><source onerror=CALL>
<input autofocus onfocus=CALL>
<a href=javascript:CALL autofocus onfocus=CALL>x</a>
<form><button formaction=javascript:CALL>x
<marquee onstart=CALL>x
<link rel=stylesheet href=javascript:CALL>
<meta http-equiv=refresh content="0;url=javascript:CALL">
<base href="javascript:CALL//">
<div style="animation:x" onanimationstart=CALL>
<template><img src=x onerror=CALL></template>
<noscript><p title="</noscript><img src=x onerror=CALL>">
<svg></p><style><a id="</style><img src=1 onerror=CALL>">
<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=CALL>">`
  .trim()
  .replaceAll('CALL', CALL)
  .split('\n');

const BREAKOUTS = ` "> '> </p> </title> </textarea> </style> --> ]]> </script> \`> \\">`.split(' ');

const TEMPLATES = [
  `{{${CALL}}}`,
  `\${${CALL}}`,
  `<%= ${CALL} %>`,
  `{{constructor.constructor('${CALL}')()}}`,
  `";${CALL};//`,
  `';${CALL};//`,
  `\`;${CALL};//`,
  `\\u0022;${CALL}//`,
  `\u2028${CALL}\u2029`,
  `{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${CALL}>"}}`,
];

/** Addresses that run something, or would if they were trusted. */
export const ADDRESSES: readonly string[] = [
  `javascript:${CALL}`,
  `JaVaScRiPt:${CALL}`,
  `java\tscript:${CALL}`,
  `java\nscript:${CALL}`,
  ` javascript:${CALL}`,
  `\u0001javascript:${CALL}`,
  `javascript://%0a${CALL}`,
  `javascript&colon;${CALL}`,
  `%6Aavascript:${CALL}`,
  `vbscript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${CALL}'/>`,
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" onload="${CALL}"/>`)}`,
  `blob:https://evil.example/${CALL}`,
  `https:javascript:${CALL}`,
  `https://evil.example/"onerror="${CALL}`,
  `https://evil.example/x"><script>${CALL}</script>`,
  `x onerror=${CALL}`,
  `feed:javascript:${CALL}`,
];

/** Ways to encode a payload, which something between us and the page may decode. */
const WRITINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replace(/[<>"']/gu, (sign) => `&#${sign.codePointAt(0)};`),
  (text) => text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
  (text) => text.replaceAll('<', '%3C').replaceAll('>', '%3E'),
  (text) => text.replaceAll('<', '\uFF1C').replaceAll('>', '\uFF1E'),
  (text) => `\u202E${text}\u202C`,
  (text) => text.replaceAll('<', '<\u200B'),
];

/** All payloads that fit into that many characters, each once. */
export function scriptPayloads(limit: number): string[] {
  const broken = BREAKOUTS.flatMap((breakout) => MARKUP.map((markup) => `${breakout}${markup}`));
  const links = ADDRESSES.flatMap((link) => [`<a href="${link}">x</a>`, `[x](${link})`]);
  const written = [...MARKUP, ...TEMPLATES, ...ADDRESSES].flatMap((text) =>
    WRITINGS.map((write) => write(text)),
  );
  const all = [...TEMPLATES, ...links, ...broken, ...written];
  return [...new Set(all.filter((text) => text.length <= limit))];
}
