import { type RefObject, useState } from 'react';
import type { GridFigure } from '../../../tables/grid/index.ts';

/** From this width on the panel is beside the table; below it lies over it. */
const beside = '(min-width: 1280px)';

/** Which figure is explained. Closing gives the focus back to its cell. @param root has the grid in it */
export function useNumberHelp(root: RefObject<HTMLElement | null>) {
  const [helpRequest, setHelpRequest] = useState<{ figure: GridFigure; takeFocus: boolean } | null>(null);
  const focusCell = () => root.current?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  return {
    /** Gives the focus back to the cell it left. */
    focusCell,
    figure: helpRequest?.figure ?? null,
    /** Asked for by a key, or lying over the table, the panel takes the focus. */
    takeFocus: helpRequest?.takeFocus ?? false,
    open(figure: GridFigure, byKey: boolean): void {
      setHelpRequest({ figure, takeFocus: byKey || !window.matchMedia(beside).matches });
    },
    /** The panel may have covered the cell or pushed it away. */
    reveal(): void {
      const cell = root.current?.querySelector('[role="gridcell"][data-explained]');
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    close(): void {
      setHelpRequest(null);
      focusCell();
    },
  };
}
