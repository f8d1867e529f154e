import type { ServerResponse } from 'node:http';

const END_TIMEOUT_MS = 2_000;

export type StreamConnection = Pick<
  ResponseConnection,
  'write' | 'bufferedBytes' | 'end' | 'destroy'
>;

/** A response as a stream; a class, because with closures each of thousands of readers would have its own. */
export class ResponseConnection {
  readonly #response: ServerResponse;
  #hasBegun = false;

  constructor(response: ServerResponse) {
    // Heartbeats come more often, so a timer for each reader would only ever be reset.
    response.setTimeout(0);
    this.#response = response;
  }

  write(bytes: Buffer): void {
    const { socket } = this.#response;
    // Only the first bytes need the response, for its head; later it would only cost time.
    if (this.#hasBegun && socket?.writable) socket.write(bytes);
    else this.#response.write(bytes);
    this.#hasBegun = true;
  }

  /** Bytes written but not yet taken by the reader. */
  bufferedBytes(): number {
    return this.#response.writableLength;
  }

  end(last: Buffer): void {
    this.#response.end(last);
    // Node closes the socket when all bytes are taken, which a reader can delay for ever.
    setTimeout(() => this.destroy(), END_TIMEOUT_MS).unref();
  }

  destroy(): void {
    this.#response.destroy();
  }
}
