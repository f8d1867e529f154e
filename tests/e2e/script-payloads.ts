/** What a payload calls when it runs; the tests define it in the page. */
export const CALLED = 'ran';

const CALL = `${CALLED}()`;
const IMAGE = `<img src=x onerror=${CALL}>`;

/** Markup that runs the call, one kind to a line. */
const MARKUP = `
<script>CALL</script>
<svg onload=CALL>
<svg><a xlink:href=javascript:CALL><text y=9>x
<iframe srcdoc="<script>parent.CALL</script>">
<object data=javascript:CALL>
<details open ontoggle=CALL>
<input autofocus onfocus=CALL>
<form><button formaction=javascript:CALL>x
<meta http-equiv=refresh content="0;url=javascript:CALL">
<base href="javascript:CALL//">
<noscript><p title="</noscript><img src=x onerror=CALL>">
<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=CALL>">`
  .trim()
  .replaceAll('CALL', CALL)
  .split('\n');

/** The image as something between us and the page may decode it, or take it for a template. */
const ENCODED = [
  ...['"> ', '</title>', '</textarea>', '-->'].map((end) => `${end}${IMAGE}`),
  IMAGE.replace('<', '&lt;').replace('>', '&gt;'),
  IMAGE.replace('<', '\\u003c').replace('>', '\\u003e'),
  encodeURI(IMAGE),
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
  `{"dangerouslySetInnerHTML":{"__html":"${IMAGE}"}}`,
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

/** Texts that run something if a page takes them for more than text. */
export const PAYLOADS: readonly string[] = [
  IMAGE,
  ...MARKUP,
  ...ENCODED,
  ...ADDRESSES.flatMap((link) => [link, `<a href="${link}">x</a>`, `[x](${link})`]),
];
