import { expect, test } from 'vitest';
import { sampleThought } from '#tests/setup/samples.ts';
import { thoughtOf } from './document.ts';

test('a person without a name or a photo has an empty one', () => {
  const { textID, uName: _uName, uProfile: _uProfile, ...nameless } = sampleThought(1);
  for (const none of [{}, { uName: null, uProfile: null }]) {
    const document = { id: textID, data: () => ({ ...nameless, ...none }) };
    expect(thoughtOf(document)).toMatchObject({ uName: '', uProfile: '' });
  }
});
