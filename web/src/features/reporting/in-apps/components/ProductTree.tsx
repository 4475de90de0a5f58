// biome-ignore-all lint/a11y/useSemanticElements: rows that open and close are a treegrid, which has no element.
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows hold the tab stop, cells are only read.

import { Skeleton, SkeletonItem } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right';
import type { Application } from '@tapwise/contract';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { currencySymbol, formatCount, formatMoney, formatPercent } from '../../../../shared/format/numbers.ts';
import { searchAt, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { AppIcon } from '../../../../shared/ui/app-icon/AppIcon.tsx';
import { inAppsMessages as words } from '../messages.ts';
import { type TreeRow, treeMove } from '../model/product-tree.ts';
import styles from './in-apps.module.css';

interface Props {
  application: Application;
  rows: readonly TreeRow[];
  currency: string;
  busy: boolean;
  stale: boolean;
  onOpen: (product: string, on: boolean) => void;
  /** Shown under the header when there are no rows. */
  children?: ReactNode;
}

const columns = [
  { key: 'name', label: 'Product', unit: '' },
  { key: 'purchases', label: 'Purchases', unit: '' },
  { key: 'price', label: 'Price', unit: 'money' },
  { key: 'trial_conversion', label: 'Trial conversion', unit: '%' },
  { key: 'cltv', label: 'LTV', unit: 'money' },
  { key: 'total_amount', label: 'Total amount', unit: 'money' },
] as const;

/** Products with their countries below them. One tab stop; arrows move, Right opens, Left closes. */
export function ProductTree({ application, rows, currency, busy, stale, onOpen, children }: Props) {
  const [active, setActive] = useState('');
  const body = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === active),
  );
  function press(event: KeyboardEvent): void {
    // Links inside a row keep their own keys, but the arrows belong to the tree.
    const move = treeMove(event.key, rows, at);
    if (move === null) return;
    event.preventDefault();
    if ('open' in move) onOpen(move.open, move.on);
    else {
      setActive(rows[move.to]?.key ?? '');
      body.current?.querySelectorAll<HTMLElement>('[data-row-id]')[move.to]?.focus();
    }
  }
  return (
    <div className={styles.scroll}>
      <div
        role="treegrid"
        aria-label={words.title}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-busy={busy}
        data-stale={stale || undefined}
        className={styles.tree}
      >
        <TreeHead sign={currencySymbol(currency)} />
        <div role="rowgroup" ref={body} onKeyDown={press}>
          {rows.map((row, index) => (
            <ProductRow
              key={row.key}
              row={row}
              index={index}
              application={application}
              active={index === at}
              onFocus={() => setActive(row.key)}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
      {children}
    </div>
  );
}

function TreeHead({ sign }: { sign: string }) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row}>
        {columns.map(({ key, label, unit }) => (
          <span key={key} role="columnheader" tabIndex={-1} data-column={key} className={styles.cell}>
            {label} {unit !== '' && <span className="regular muted">{unit === 'money' ? sign : unit}</span>}
          </span>
        ))}
      </div>
    </div>
  );
}

const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8];

/** The table before its rows, in the geometry it will have. */
export function TreeSkeleton() {
  return (
    <div className={styles.scroll} aria-busy="true">
      <p className="visually-hidden" role="status">
        {words.loading}
      </p>
      <Skeleton aria-hidden="true">
        <div className={styles.tree}>
          <TreeHead sign="" />
          {skeletonRows.map((row) => (
            <div key={row} className={styles.row}>
              {columns.map(({ key }) => (
                <span key={key} className={styles.cell}>
                  <SkeletonItem className={styles.bone} size={12} />
                </span>
              ))}
            </div>
          ))}
        </div>
      </Skeleton>
    </div>
  );
}

interface RowProps {
  row: TreeRow;
  index: number;
  application: Application;
  active: boolean;
  onFocus: () => void;
  onOpen: (product: string, on: boolean) => void;
}

function ProductRow({ row, index, application, active, onFocus, onOpen }: RowProps) {
  const { open, product } = row;
  const query = searchAt(
    new URLSearchParams({ application_id: String(application.id), product_id: product }),
    usePastInstant(),
  );
  const curve = row.level === 1 && row.subscription;
  return (
    <div
      role="row"
      tabIndex={active ? 0 : -1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={open ?? undefined}
      aria-rowindex={index + 2}
      data-row-id={row.key}
      data-level={row.level}
      className={styles.row}
      onFocus={onFocus}
    >
      <span role="rowheader" className={`${styles.cell} ${styles.name}`}>
        {open !== null && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`${open ? 'Close' : 'Open'} ${row.name}`}
            onClick={() => onOpen(product, !open)}
          >
            {open ? <ChevronDown12Regular /> : <ChevronRight12Regular />}
          </button>
        )}
        {row.level === 1 && <AppIcon app={application} />}
        <span>{row.name}</span>
      </span>
      <span role="gridcell" className={styles.cell}>
        {formatCount(row.purchases)}
      </span>
      <span role="gridcell" className={styles.cell}>
        {formatMoney(row.price)}
      </span>
      <span role="gridcell" className={styles.cell}>
        {curve && row.trial_conversion !== null ? (
          <Link to={`/trial_conversion${query}`}>
            {formatPercent(row.trial_conversion)}
            <span className="visually-hidden"> %, trial conversion of {product}</span>
          </Link>
        ) : (
          formatPercent(row.trial_conversion)
        )}
      </span>
      <span role="gridcell" className={styles.cell}>
        {curve && row.cltv !== null ? (
          <Link to={`/cltv${query}`}>
            {formatMoney(row.cltv)}
            <span className="visually-hidden">, lifetime value of {product}</span>
          </Link>
        ) : (
          formatMoney(row.cltv)
        )}
      </span>
      <span role="gridcell" className={styles.cell}>
        {formatMoney(row.total_amount)}
      </span>
    </div>
  );
}
