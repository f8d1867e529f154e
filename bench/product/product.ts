import type { ServerProcess } from '#bench/start-process.ts';
import type { Target } from '#bench/target.ts';
import { copyDataFolder } from './copy-data-folder.ts';
import { serveBoard } from './serve-board.ts';

export interface Product extends Target, ServerProcess {
  folder: string;
  uids: readonly string[];
}

export interface ProductOptions {
  people?: number;
  thoughts?: number;
}

/** Starts the product over a data folder with signed-in people and stored thoughts. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { people = 1, thoughts = 0 } = options;
  const { folder, sessions } = await copyDataFolder(people, thoughts);
  const server = await serveBoard(folder);
  return {
    ...server,
    folder,
    uids: sessions.map(({ uid }) => uid),
    cookies: sessions.map(({ cookieAt }) => cookieAt(server.port)),
  };
}
