/** What a server did not do; the status is 0 when there was no answer at all. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;

  constructor(status: number) {
    super(status === 0 ? 'The connection failed.' : `The server answered ${status}.`);
    this.status = status;
  }
}
