import { useContext, type Context } from 'react';

/** Reads a context; throws where nobody provides it, which is a bug, and would else be a blank page. */
export function useRequired<T>(context: Context<T | null>, name: string): T {
  const value = useContext(context);
  if (value === null) throw new Error(`${name} is missing`);
  return value;
}
