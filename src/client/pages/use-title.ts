import { useEffect } from 'react';

/** Names the screen in the browser's tab and history, and to a screen reader. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
