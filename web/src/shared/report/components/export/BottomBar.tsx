import { ArrowSort16Regular } from '@fluentui/react-icons/svg/arrow-sort';
import { type ReactNode, useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { reportMessages as words } from '../../messages.ts';
import { isKeywordGroup } from '../../model/rows/keyword-groups.ts';
import type { RowStore } from '../../model/rows/row-store.ts';
import { movedCounter, type SortKey } from '../../model/rows/sort-rows.ts';
import { countOf, isOutside, type ReportLevel } from '../../model/scope/report-level.ts';
import styles from '../reports.module.css';

interface Props {
  level: ReportLevel;
  store: RowStore | null;
  pending: boolean;
  /** All rows in the order shown, before the row filter. */
  order: readonly number[];
  /** Rows the row filter leaves; `null` without a filter. */
  matching: number | null;
  sort: readonly SortKey[];
  onResort: () => void;
  /** What can be done with the table. */
  children?: ReactNode;
  /** At the end of the bar. */
  end?: ReactNode;
}

/** How many rows there are, and how many have another place by now. */
export function BottomBar({ level, store, pending, order, matching, sort, onResort, children, end }: Props) {
  const outside = order.filter((id) => isOutside(level, { id })).length;
  const groups = order.filter((id) => isKeywordGroup(level, { id })).length;
  const inside = countOf(level, order.length - outside - groups);
  const without = outside === 0 ? '' : `, ${outside} ${outside === 1 ? 'row' : 'rows'} without campaign`;
  const grouped = groups === 0 ? '' : `, ${groups} ${groups === 1 ? 'group' : 'groups'}`;
  const count = matching === null ? inside + grouped + without : `${matching} of ${inside} match`;
  return (
    <footer className={styles.bottom}>
      {children}
      <span role="status" className={styles.count}>
        {pending ? words.loading : store === null ? '' : count}
      </span>
      {store !== null && order.length > 0 && (
        <ResortPill level={level} store={store} order={order} sort={sort} onResort={onResort} />
      )}
      {end}
    </footer>
  );
}

interface PillProps extends Pick<Props, 'level' | 'order' | 'sort' | 'onResort'> {
  store: RowStore;
}

/** New and moved rows wait here: nothing changes its place by itself. */
function ResortPill({ level, store, order, sort, onResort }: PillProps) {
  // Counted after the rows are drawn: it looks at all rows of the table, and is not urgent.
  const version = useDeferredValue(useSyncExternalStore(store.subscribe, store.version));
  const movedRows = useMemo(() => movedCounter(sort, (row) => isOutside(level, row)), [sort, level]);
  const moved = useMemo(() => {
    if (version === 0) return 0;
    const { kept, cameOrLeft } = store.since(order);
    return cameOrLeft + movedRows(kept);
  }, [version, order, store, movedRows]);
  if (moved === 0) return null;
  return (
    <button type="button" className={styles.pill} onClick={onResort}>
      <ArrowSort16Regular />
      {moved === 1 ? '1 row' : `${moved} rows`} changed order – <strong>Re-sort</strong>
    </button>
  );
}
