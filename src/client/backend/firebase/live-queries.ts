import type { Query } from 'firebase/firestore';
import type { LiveQuery, WindowListener } from '#client/backend/backend.ts';
import type { Connection } from './connection.ts';
import { createReconnector } from './reconnector.ts';
import { watchThoughts } from './watch-thoughts.ts';

/** The running queries of a session. */
export interface LiveQueries {
  watch: (thoughts: Query, size: number, listener: WindowListener) => LiveQuery;
  /** Ends all, as a listener that outlives its session would only be refused. */
  closeAll: () => void;
}

/** Begins with none. */
export function createLiveQueries(connection: Connection): LiveQueries {
  const reconnector = createReconnector(connection);
  const open = new Set<LiveQuery>();

  return {
    watch: (thoughts, size, { onWindow, onLive }) => {
      const watched = watchThoughts(thoughts, size, {
        onWindow,
        onLive: (isLive) => {
          reconnector.setLive(query, isLive);
          onLive(isLive);
        },
      });
      const query: LiveQuery = {
        ...watched,
        close: () => {
          watched.close();
          open.delete(query);
          reconnector.setLive(query, true);
        },
      };
      open.add(query);
      reconnector.setLive(query, false);
      return query;
    },
    closeAll: () => {
      for (const query of open) query.close();
    },
  };
}
