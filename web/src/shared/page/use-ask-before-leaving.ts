import { useEffect, useRef } from 'react';

/** Has the browser ask before the page is closed or loaded again while something on it is not kept anywhere. */
export function useAskBeforeLeaving(isOpen: () => boolean): void {
  const latest = useRef(isOpen);
  latest.current = isOpen;
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
