import { type RefObject, useInsertionEffect, useRef } from 'react';

/**
 * The value of the drawing that is on the screen, for functions that outlive the drawing they were made in. They read it when they are
 * called, never while rendering. What is called from effects alone is an effect event instead.
 */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  // Before all other effects, and before anything can be pressed.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
