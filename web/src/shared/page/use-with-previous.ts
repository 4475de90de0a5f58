import { useState } from 'react';

/**
 * A value made of the one before: made again, at once, when one of its inputs is another, and kept until then.
 * @param inputs compared one by one, by identity; what is made anew at each drawing would be another each time
 * @param make gets the value before; `null` the first time
 */
export function useWithPrevious<Value>(inputs: readonly unknown[], make: (before: Value | null) => Value): Value {
  const [kept, setKept] = useState(() => ({ inputs, value: make(null) }));
  if (sameElements(kept.inputs, inputs)) return kept.value;
  const next = { inputs, value: make(kept.value) };
  setKept(next);
  return next.value;
}

/** The list before, while its elements are the same: what is made of a list need not be made again when only the list is another. */
export function useSameList<Element>(list: readonly Element[]): readonly Element[] {
  return useWithPrevious<readonly Element[]>(list, () => list);
}

const sameElements = (before: readonly unknown[], now: readonly unknown[]): boolean =>
  before.length === now.length && before.every((element, index) => Object.is(element, now[index]));
