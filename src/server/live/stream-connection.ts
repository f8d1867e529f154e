import type { ServerResponse } from 'node:http';

/** Milliseconds a reader has to take a stream's end. */
const END_TIMEOUT_MS = 2_000;

export interface StreamConnection {
  write: (bytes: Buffer) => void;
  /** Bytes written but not yet taken by the reader. */
  bufferedBytes: () => number;
  /** Ends with some last bytes, or breaks off when earlier ones have not been taken. */
  end: (last?: Buffer) => void;
  destroy: () => void;
}

/** Makes a connection of a response. Of a class: thousands of readers would each have these functions. */
export function connectionOf(response: ServerResponse): StreamConnection {
  // Heartbeats are never further apart, so a timer for each reader would only be put off.
  response.setTimeout(0);
  return new ResponseConnection(response);
}

class ResponseConnection implements StreamConnection {
  readonly #response: ServerResponse;
  #hasBegun = false;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  write(bytes: Buffer): void {
    const { socket } = this.#response;
    // Only the first bytes need the response, for its head; later it would just cost time.
    if (this.#hasBegun && socket?.writable) socket.write(bytes);
    else this.#response.write(bytes);
    this.#hasBegun = true;
  }

  bufferedBytes(): number {
    return this.#response.writableLength;
  }

  end(last?: Buffer): void {
    const response = this.#response;
    if (response.writableLength > 0) {
      response.destroy();
      return;
    }
    response.end(last);
    // Node closes the socket when all is taken, which a reader can put off for ever.
    const timer = setTimeout(() => response.destroy(), END_TIMEOUT_MS);
    response.once('close', () => clearTimeout(timer));
  }

  destroy(): void {
    this.#response.destroy();
  }
}
