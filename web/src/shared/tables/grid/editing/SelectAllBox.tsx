import { useSyncExternalStore } from 'react';
import cells from '../cells/frozen-cell.module.css';
import styles from './cell-editing.module.css';
import type { GridSelecting } from './editing-types.ts';

/** The box over the boxes of all rows. The header's cell holds the tab stop; Space presses it. */
export function SelectAllBox({ selecting }: { selecting: GridSelecting }) {
  const state = useSyncExternalStore(selecting.subscribe, selecting.state);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Space on the header does the same.
    // biome-ignore lint/a11y/useSemanticElements: an input would take the keys of the grid.
    <span
      role="checkbox"
      tabIndex={-1}
      aria-checked={state === 'some' ? 'mixed' : state === 'all'}
      aria-label={selecting.label}
      className={`${cells.check} ${styles.box}`}
      data-on={state !== 'none' || undefined}
      data-some={state === 'some' || undefined}
      onClick={(event) => {
        event.stopPropagation();
        selecting.toggleAll();
      }}
    />
  );
}
