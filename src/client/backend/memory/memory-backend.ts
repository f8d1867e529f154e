import { PAGE_SIZE } from '#shared/limits.ts';
import { Problem } from '#shared/problem.ts';
import { textFault, timestampFromMillis } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Backend, LiveEvent, LiveWindow } from '#client/backend/backend.ts';
import type { MemoryBoard } from './memory-board.ts';

/**
 * A backend without a server, on a board that lives as long as the page. `person` is who presses
 * "Sign in with Google"; they start signed out.
 */
export function createMemoryBackend(board: MemoryBoard, person: User): Backend {
  let user: User | null = null;
  const listeners = new Set<(user: User | null) => void>();

  const setUser = (next: User | null): void => {
    user = next;
    for (const listener of listeners) listener(user);
  };
  const requireUser = (): User => {
    if (user === null) throw new Problem('signed-out');
    return user;
  };
  const requireOwn = (textID: string) => {
    const { uid } = requireUser();
    const thought = board.get(textID);
    if (thought?.uID !== uid) throw new Problem('not-found');
    return thought;
  };

  return {
    onAuthState: (listener) => {
      listeners.add(listener);
      queueMicrotask(() => {
        if (listeners.has(listener)) listener(user);
      });
      return () => listeners.delete(listener);
    },
    signIn: async () => setUser(person),
    signOut: async () => setUser(null),
    addThought: async (textID, text) => {
      const { uid, displayName, photoURL } = requireUser();
      requireText(text);
      const known = board.get(textID);
      if (known?.uID === uid && known.text === text) return;
      if (known !== undefined) throw new Problem('conflict');
      board.put({
        textID,
        uID: uid,
        uName: displayName ?? '',
        text,
        createdAt: timestampFromMillis(board.now()),
        uProfile: photoURL ?? '',
      });
    },
    editThought: async (textID, text) => {
      requireText(text);
      board.put({ ...requireOwn(textID), text });
    },
    deleteThought: async (textID) => {
      requireUser();
      if (board.get(textID) === undefined) return;
      requireOwn(textID);
      board.remove(textID);
    },
    watch: (query, size, onEvent) => {
      const author = query === 'own' ? requireUser().uid : undefined;
      return watchBoard(board, { author, size }, onEvent);
    },
  };
}

function requireText(text: string): void {
  const fault = textFault(text);
  if (fault !== null) throw new Problem(fault);
}

function watchBoard(
  board: MemoryBoard,
  { author, size }: { author: string | undefined; size: number },
  onEvent: (event: LiveEvent) => void,
): LiveWindow {
  let wanted = size;
  const tellAll = (): void => {
    const found = board.newest(wanted + 1, author);
    onEvent({ type: 'result', thoughts: found.slice(0, wanted), more: found.length > wanted });
  };
  const unsubscribe = board.subscribe((change) => {
    const isOthers = change.type === 'changed' && change.thought.uID !== author;
    if (author === undefined || !isOthers) onEvent(change);
  });
  onEvent({ type: 'connection', live: true });
  tellAll();
  return {
    grow: () => {
      wanted += PAGE_SIZE;
      tellAll();
    },
    close: unsubscribe,
  };
}
