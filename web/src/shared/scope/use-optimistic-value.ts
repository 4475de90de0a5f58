import { useEffect, useState } from 'react';

/**
 * A value that the address holds, shown as soon as it is set, before the address has changed. Once it has, the value is the address's again.
 * @param key the present query of the address
 * @param value what the address says
 */
export function useOptimisticValue<Value>(key: string, value: Value): [Value, (next: Value) => void] {
  const [ahead, setAhead] = useState<{ key: string; value: Value } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a value that was set ahead of the address is dropped when the address changes.
  useEffect(() => setAhead(null), [key]);
  return [ahead?.key === key ? ahead.value : value, (next) => setAhead({ key, value: next })];
}
