import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackName } from './loopback.ts';

/** Creates the hook that explains to visitors from elsewhere why they can't sign in here. */
export function explainLocal(
  publicURL: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  const { host: home, hostname } = new URL(publicURL);
  const isHere = isLoopbackName(hostname);
  const page = localPage(isHere ? `at ${publicURL}` : 'when it listens on localhost');
  return async ({ headers }, reply) => {
    if (isHere && headers.host === home) return undefined;
    void reply.code(403).header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return reply.send(page);
  };
}

/** Plain, because none of the client's files are served to such a visitor. */
function localPage(place: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Thought Cloud</title>
</head>
<body>
<h1>This board is for its own computer</h1>
<p>Local accounts work only on the computer the board runs on, ${place}.</p>
<p>For other devices, whoever runs the board sets GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and PUBLIC_URL.</p>
</body>
</html>
`;
}
