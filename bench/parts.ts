import type { Section } from './figures.ts';
import { measureArrivals } from './parts/arrivals.ts';
import { measureDelivery } from './parts/delivery.ts';
import { measureFanOut } from './parts/fan-out.ts';
import { measureFeed } from './parts/feed.ts';
import { measureFirstLoad } from './parts/first-load.ts';
import { measureIdle } from './parts/idle.ts';
import { measureMemory } from './parts/memory.ts';
import { measureNodes } from './parts/nodes.ts';
import { measurePages } from './parts/pages.ts';
import { measureReturn } from './parts/return.ts';
import { measureStartUp } from './parts/start-up.ts';
import { measureWeight } from './parts/weight.ts';
import { measureWrites } from './parts/writes.ts';

/** One thing that is measured, by the name it is asked for. */
export interface Part {
  name: string;
  /** What has to be there before: the built client, or a browser as well. */
  needs?: 'build' | 'browser';
  measure: () => Promise<Section | Section[]>;
}

export const PARTS: readonly Part[] = [
  { name: 'fan-out', measure: measureFanOut },
  { name: 'delivery', measure: measureDelivery },
  { name: 'memory', measure: measureMemory },
  { name: 'writes', measure: measureWrites },
  { name: 'pages', measure: measurePages },
  { name: 'nodes', measure: measureNodes },
  { name: 'start-up', measure: measureStartUp },
  { name: 'return', measure: measureReturn },
  { name: 'idle', measure: measureIdle },
  { name: 'weight', needs: 'build', measure: measureWeight },
  { name: 'first-load', needs: 'browser', measure: measureFirstLoad },
  { name: 'feed', needs: 'browser', measure: measureFeed },
  { name: 'arrivals', needs: 'browser', measure: measureArrivals },
];
