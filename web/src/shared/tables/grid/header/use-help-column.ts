import { useCallback, useState } from 'react';

/** Which column's help is open, and where its header is. */
export function useHelpColumn(viewport: HTMLElement | null) {
  const [helpColumn, setHelpColumn] = useState<{ index: number; box: DOMRect } | null>(null);
  const headerCell = useCallback(
    (index: number) =>
      viewport?.querySelector<HTMLElement>(`[role="columnheader"][aria-colindex="${index + 1}"]`) ?? null,
    [viewport],
  );
  /** Opens the help of a column, or closes it where it is open. */
  const ask = useCallback(
    (index: number) => {
      const box = headerCell(index)?.getBoundingClientRect();
      setHelpColumn((before) => (box === undefined || before?.index === index ? null : { index, box }));
    },
    [headerCell],
  );
  const closeHelp = useCallback(() => setHelpColumn(null), []);
  return { helpColumn, ask, headerCell, closeHelp };
}
