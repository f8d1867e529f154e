import { expect, test } from 'vitest';
import { explainFailure } from '#server/process/explain-failure.ts';
import { explainOpening } from './explain-opening.ts';

const URL = 'postgres://ada:secret@db.example/board';

test.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('a certificate of an unknown authority (%s) comes with what to do', async (code) => {
  const cause = Object.assign(new Error('not believed'), { code });
  expect(await failureOf(cause)).toBe(
    `The database db.example/board can't be used: its certificate is of no authority known here, which DATABASE_URL can name by sslrootcert=/path/ca.pem: not believed (${code})`,
  );
});

test('another failure says its cause once', async () => {
  const cause = Object.assign(new Error('no such role'), { code: '28P01' });
  expect(await failureOf(cause)).toBe(
    "The database db.example/board can't be used: no such role (28P01)",
  );
});

function failureOf(cause: Error): Promise<string> {
  return explainOpening(URL, () => Promise.reject(cause)).then(String, explainFailure);
}
