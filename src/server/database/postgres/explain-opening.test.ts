import { expect, test } from 'vitest';
import { explainFailure } from '#server/process/explain-failure.ts';
import { explainOpening } from './explain-opening.ts';

const URL = 'postgres://ada:secret@db.example/board';

test('a certificate of an unknown authority comes with what to do', async () => {
  const cause = Object.assign(new Error('self-signed certificate'), {
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect(await failureOf(cause)).toBe(
    "The database db.example/board can't be used: its certificate is of no authority known here, which DATABASE_URL can name by sslrootcert=/path/ca.pem: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)",
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
