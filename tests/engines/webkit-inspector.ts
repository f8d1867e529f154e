import { once } from 'node:events';
import { connect } from 'node:net';

/** A message of the inspector, or a part of one. Its form is a matter of Playwright and WebKit. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Message = Record<string, any>;

/** What can be inspected in a browser: a page, or its automation. */
export interface Target {
  id: bigint;
  kind: string;
}

/** Size, and a mark for little-endian numbers. */
const HEAD_BYTES = 5;
/** WebKitGTK gives its only process this number. */
const PROCESS = 1n;

/**
 * Connects to the remote inspector of a WebKitGTK. Each message has a name and a body, which is a GVariant. The first
 * connection to start an automation hears of all targets; pages answer to the one that asked for their messages.
 */
export async function connectInspector(
  port: number,
  onTargets: (targets: Target[]) => void,
  onMessage: (target: bigint, message: string) => void,
) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // The end of the browser is told by its process.
  socket.on('error', () => {});
  const send = (name: string, body: Buffer): void => {
    const named = Buffer.concat([Buffer.from(`${name}\0`), body]);
    const head = Buffer.alloc(HEAD_BYTES, 1);
    head.writeUInt32BE(named.length);
    socket.write(Buffer.concat([head, named]));
  };
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUInt32BE();
      if (rest.length < end) return;
      const bodyAt = rest.indexOf(0, HEAD_BYTES) + 1;
      const name = rest.toString('utf8', HEAD_BYTES, bodyAt - 1);
      const body = rest.subarray(bodyAt, end);
      rest = rest.subarray(end);
      if (name === 'SetTargetList') onTargets(readTargets(body.subarray(8)));
      if (name === 'SendMessageToFrontend')
        onMessage(body.readBigUInt64LE(8), readString(body, 16));
    }
  });
  return {
    /** Starts the only automation of the browser. Its name is as long as a GVariant without padding takes. */
    automate: () => send('StartAutomationSession', Buffer.from('thought-cloud-e\0\u0010')),
    inspect: () => send('SetupInspectorClient', Buffer.from('\0')),
    /** Lets a target send its messages here. */
    attach: (target: bigint) => send('Setup', numbers(PROCESS, target)),
    post: (target: bigint, message: object) =>
      send(
        'SendMessageToBackend',
        Buffer.concat([numbers(PROCESS, target), Buffer.from(`${JSON.stringify(message)}\0`)]),
      ),
    close: () => socket.destroy(),
  };
}

function numbers(...values: bigint[]): Buffer {
  const buffer = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) buffer.writeBigUInt64LE(value, index * 8);
  return buffer;
}

function readString(buffer: Buffer, at: number): string {
  return buffer.toString('utf8', at, buffer.indexOf(0, at));
}

/** Reads a GVariant `a(tsssb)`: items that begin at multiples of eight, and at its end where each of them ends. */
function readTargets(list: Buffer): Target[] {
  if (list.length === 0) return [];
  const width = list.length < 2 ** 8 ? 1 : list.length < 2 ** 16 ? 2 : 4;
  const itemsEnd = list.readUIntLE(list.length - width, width);
  const targets: Target[] = [];
  for (let [at, start] = [itemsEnd, 0]; at < list.length; at += width) {
    targets.push({ id: list.readBigUInt64LE(start), kind: readString(list, start + 8) });
    start = Math.ceil(list.readUIntLE(at, width) / 8) * 8;
  }
  return targets;
}
