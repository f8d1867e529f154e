import { expect, test } from 'vitest';
import type { StreamConnection } from './stream-connection.ts';
import { createStreamRegistry, type Stream } from './stream-registry.ts';

const TAB = 'A'.repeat(20);

test('what is done for one person looks at no stream of another', () => {
  const streams = createStreamRegistry();
  let looks = 0;
  for (let n = 0; n < 100; n += 1) {
    streams.add({
      ...streamOf('eve', 'session of eve'),
      get uid() {
        looks += 1;
        return 'eve';
      },
      get sessionID() {
        looks += 1;
        return 'session of eve';
      },
    });
  }
  looks = 0;
  const stream = streamOf('ada', 'session of ada', TAB);
  streams.add(stream);
  expect(streams.countOf('ada')).toBe(1);
  expect(streams.has('ada', TAB)).toBe(true);
  expect(streams.ofSession('session of ada')).toEqual([stream]);
  streams.remove(stream);
  expect(streams.countOf('ada')).toBe(0);
  expect(looks).toBe(0);
});

test('a stream replaces the one of its person’s tab, and no other', () => {
  const streams = createStreamRegistry();
  const older = streamOf('ada', 'session', TAB);
  const others = [
    streamOf('ada', 'session'),
    streamOf('ada', 'session', 'B'.repeat(20)),
    streamOf('eve', 'session of eve', TAB),
  ];
  for (const stream of [older, ...others]) expect(streams.add(stream)).toBeUndefined();
  const newer = streamOf('ada', 'another session', TAB);
  expect(streams.add(newer)).toBe(older);
  expect([...streams.all()]).toEqual([...others, newer]);
  expect(streams.ofSession('session')).toEqual(others.slice(0, 2));
});

function streamOf(uid: string, sessionID: string, tab?: string): Stream {
  const connection: StreamConnection = {
    write: () => {},
    bufferedBytes: () => 0,
    end: () => {},
    destroy: () => {},
  };
  return { uid, sessionID, tab, connection };
}
