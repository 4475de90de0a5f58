import { useEffect, useEffectEvent } from 'react';

/** Has the browser ask before the page is closed or loaded again while something on it is not kept anywhere. */
export function useAskBeforeLeaving(isOpen: () => boolean): void {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isOpen()) event.preventDefault();
  });
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('beforeunload', (event) => ask(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
}
