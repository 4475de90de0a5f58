import { useEffect, useState } from 'react';

/** A value once it has stayed the same for so many milliseconds; going away takes effect at once. */
export function useSettled(value: string | null, pauseMs: number): string | null {
  const [settled, setSettled] = useState(value);
  if (value === null && settled !== null) setSettled(null);
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return value === null ? null : settled;
}
