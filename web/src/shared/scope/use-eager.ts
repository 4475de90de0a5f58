import { useEffect, useState } from 'react';

/**
 * A value the address holds, shown as soon as it is set: the address follows a moment later, and then counts alone.
 * @param key what the address says now
 */
export function useEager<Value>(key: string, value: Value): [Value, (next: Value) => void] {
  const [ahead, setAhead] = useState<{ key: string; value: Value } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address ends what was ahead of the last one.
  useEffect(() => setAhead(null), [key]);
  return [ahead?.key === key ? ahead.value : value, (next) => setAhead({ key, value: next })];
}
