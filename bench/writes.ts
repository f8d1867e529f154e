import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openForWriting } from '#server/database/sqlite-file.ts';
import { createBoardClient, type BoardClient } from './board-client.ts';
import { countCommits } from './commit-count.ts';
import { serveBoard } from './served-board.ts';
import { median } from './statistics.ts';
import type { Row, Section } from './table.ts';

const WRITERS = [1, 16, 64] as const;
const ROUNDS = 3;
/** Milliseconds for each figure of a round. */
const STRETCH = 2_000;
/** Writes among which commits are counted. */
const COUNTED = 640;

type Act = () => Promise<void>;

/** What some writers together reached: requests a second in each round, and thoughts a commit. */
interface Reached {
  writers: number;
  adds: number[];
  asks: number[];
  addsPerCommit: number;
}

/** Measures acknowledged writes per second, and how many of them share a commit. */
export async function measureWrites(): Promise<Section[]> {
  const board = await serveBoard(Math.max(...WRITERS), 0);
  const clients = board.people.map(({ token }) => createBoardClient(board.origin, token));
  const floors: number[] = [];
  const reached: Reached[] = [];
  try {
    await Promise.all(clients.map((client) => client.add()));
    for (const writers of WRITERS) {
      const addsPerCommit = await countPerCommit(board.folder, clients.slice(0, writers));
      reached.push({ writers, adds: [], asks: [], addsPerCommit });
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      floors.push(commitsPerSecond());
      for (const { writers, adds, asks } of reached) {
        const some = clients.slice(0, writers);
        asks.push(await perSecond(some.map(({ ask }) => ask)));
        adds.push(await perSecond(some.map(({ add }) => add)));
      }
    }
  } finally {
    for (const client of clients) client.close();
    await board.close();
  }
  return sectionsOf(median(floors), reached);
}

function sectionsOf(commits: number, reached: readonly Reached[]): Section[] {
  const rows = (of: (one: Reached) => Omit<Row, 'name'>): Row[] =>
    reached.map((one) => ({
      name: one.writers === 1 ? '1 writer' : `${one.writers} writers together`,
      ...of(one),
    }));
  return [
    {
      title: 'Acknowledged writes over HTTP',
      floor: 'commit per row',
      rows: rows(({ adds }) => ({ floor: commits, measured: median(adds), unit: '/s' })),
    },
    {
      title: 'The same, against asking who is signed in',
      floor: 'GET session',
      rows: rows(({ adds, asks }) => ({
        floor: median(asks),
        measured: median(adds),
        unit: '/s',
      })),
    },
    {
      title: 'Writes that share one commit',
      floor: 'one each',
      rows: rows(({ addsPerCommit }) => ({ floor: 1, measured: addsPerCommit, unit: '' })),
    },
  ];
}

async function perSecond(acts: readonly Act[]): Promise<number> {
  const began = performance.now();
  let done = 0;
  const work = async (act: Act): Promise<void> => {
    while (performance.now() - began < STRETCH) {
      await act();
      done += 1;
    }
  };
  await Promise.all(acts.map(work));
  return (done / (performance.now() - began)) * 1_000;
}

async function countPerCommit(folder: string, clients: readonly BoardClient[]): Promise<number> {
  const times = COUNTED / clients.length;
  const addAll = async (client: BoardClient): Promise<void> => {
    for (let time = 0; time < times; time += 1) await client.add();
  };
  const commits = await countCommits(folder, async () => {
    await Promise.all(clients.map(addAll));
  });
  return COUNTED / commits;
}

/** Rows a second with the server's own settings and disk, but no server: one commit for each row. */
function commitsPerSecond(): number {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-bench-'));
  const file = openForWriting(join(folder, 'floor.sqlite'));
  file.exec('create table floor (textID text primary key, text text) strict');
  const insert = file.prepare('insert into floor values (?, ?)');
  const began = performance.now();
  let done = 0;
  while (performance.now() - began < STRETCH) {
    insert.run(`floor${String(done).padStart(15, '0')}`, 'A row of about the same size');
    done += 1;
  }
  const rate = (done / (performance.now() - began)) * 1_000;
  file.close();
  rmSync(folder, { recursive: true });
  return rate;
}
