import type { Service } from './hosting.ts';

const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' };

/** Makes a call of an emulator as the project's owner, whom no rules concern; resolves with the answer. */
export async function callAsOwner(
  { host, port }: Service,
  call: `${'DELETE' | 'GET' | 'POST' | 'PUT'} ${string}`,
  body?: object,
) {
  const [method = '', path] = call.split(' ');
  const init = {
    method,
    headers: OWNER,
    ...(body && { body: JSON.stringify(body) }),
  };
  const response = await fetch(`http://${host}:${port}${path}`, init);
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer}`);
  return JSON.parse(answer);
}
