import type { ServerResponse } from 'node:http';

/** Milliseconds a reader has to take a stream's end. */
const END_TIMEOUT_MS = 2_000;

/** The connection under a stream, as far as it is used here. */
export interface Connection {
  write: (bytes: Buffer) => void;
  /** Bytes written but not yet taken by the reader. */
  bufferedBytes: () => number;
  /** Ends with some last bytes, or breaks off when earlier ones have not been taken. */
  end: (last?: Buffer) => void;
  /** Breaks the connection off, whatever is still unsent. */
  destroy: () => void;
}

/** Makes a connection of a response whose headers are set; it sends them with the first bytes. */
export function connectionOf(response: ServerResponse): Connection {
  return {
    write: (bytes) => void response.write(bytes),
    bufferedBytes: () => response.writableLength,
    end: (last) => {
      if (response.writableLength > 0) {
        response.destroy();
        return;
      }
      response.end(last);
      // Node closes the socket when all is taken, which a reader can put off for ever.
      const timer = setTimeout(() => response.destroy(), END_TIMEOUT_MS);
      response.once('close', () => clearTimeout(timer));
    },
    destroy: () => void response.destroy(),
  };
}
