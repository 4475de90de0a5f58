import { useCallback, useState } from 'react';

/** Which column's help is open, and where its header is. */
export function useAskedColumn(viewport: HTMLElement | null) {
  const [asked, setAsked] = useState<{ place: number; box: DOMRect } | null>(null);
  const headerCell = useCallback(
    (place: number) =>
      viewport?.querySelector<HTMLElement>(`[role="columnheader"][aria-colindex="${place + 1}"]`) ?? null,
    [viewport],
  );
  /** Opens the help of a column, or closes it where it is open. */
  const ask = useCallback(
    (place: number) => {
      const box = headerCell(place)?.getBoundingClientRect();
      setAsked((before) => (box === undefined || before?.place === place ? null : { place, box }));
    },
    [headerCell],
  );
  const closeHelp = useCallback(() => setAsked(null), []);
  return { asked, ask, headerCell, closeHelp };
}
