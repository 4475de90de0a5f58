import { useState } from 'react';

/**
 * A value that the address holds, shown as soon as it is set, before the address has changed. Once it has, the value is the address's again.
 * @param key the present query of the address
 * @param value what the address says
 */
export function useOptimisticValue<Value>(key: string, value: Value): [Value, (next: Value) => void] {
  const [ahead, setAhead] = useState<{ key: string; value: Value } | null>(null);
  // The address has changed.
  if (ahead !== null && ahead.key !== key) setAhead(null);
  return [ahead?.key === key ? ahead.value : value, (next) => setAhead({ key, value: next })];
}
