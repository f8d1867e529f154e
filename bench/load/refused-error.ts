const STATUS = /^HTTP\/1\.1 (\d+)/u;
const RETRY_AFTER = /\r\nretry-after: \d+/iu;

/** What a server did not do; the status is 0 when there was no answer at all. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly saysWhen: boolean;

  constructor(head = '') {
    const status = Number(STATUS.exec(head)?.[1] ?? 0);
    super(status === 0 ? 'The connection failed.' : `The server answered ${status}.`);
    this.status = status;
    this.saysWhen = RETRY_AFTER.test(head);
  }
}
