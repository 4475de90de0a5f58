// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements cannot be virtualised; roles say the same.
import { ArrowDown12Filled } from '@fluentui/react-icons/svg/arrow-down';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import { formatValue, LineMark } from '../../../../shared/chart/index.ts';
import { indexAfter } from '../../../../shared/tables/index-after.ts';
import { useVirtualRows } from '../../../../shared/tables/use-virtual-rows.ts';
import type { ChartRow } from '../model/chart-lines.ts';
import styles from './line-table.module.css';
import { Sparkline } from './Sparkline.tsx';

interface Props {
  label: string;
  /** What a row is: 'Campaign', 'Property'. */
  singular: string;
  /** The metric and its unit; rows of several metrics name their own. */
  value: { label: string; unit: string | null } | null;
  /** Over what the values are: '30 days'. */
  span: string;
  rows: readonly ChartRow[];
  slots: ReadonlyMap<string, number>;
  currencySign: string;
  /** Rows have a second line: what the value changed by since the earlier period. */
  comparing: boolean;
  hovered: string | null;
  onHover: (id: string | null) => void;
  onTick: (id: string, on: boolean) => void;
  onTickAll: (on: boolean) => void;
}

const rowHeight = 36;
const comparingHeight = 44;

/** Everything that can be drawn, without pages: a tick is a line. One tab stop; arrows move, Space ticks. */
export function LineTable(props: Props) {
  const { rows, slots, onTick, comparing } = props;
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  const [active, setActive] = useState(0);
  const activeIndex = Math.min(active, Math.max(0, rows.length - 1));
  const keys = useMemo(() => rows.map(({ id }) => id), [rows]);
  const { items, height, scrollToIndex } = useVirtualRows({
    viewport,
    keys,
    rowHeight: comparing ? comparingHeight : rowHeight,
    overscan: 8,
  });

  function move(event: KeyboardEvent): void {
    const next = indexAfter(event.key, activeIndex, rows.length);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    scrollToIndex(next);
    requestAnimationFrame(() => viewport?.querySelector<HTMLElement>(`[data-place="${next}"] input`)?.focus());
  }

  return (
    <div
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-colcount={4}
      className="column flex-1 min-h-0"
      data-comparing={comparing || undefined}
    >
      <LineTableHead {...props} />
      <div ref={setViewport} role="rowgroup" className={styles.body} onKeyDown={move}>
        <div style={{ height, position: 'relative' }} role="presentation">
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <LineTableRow
                key={row.id}
                row={row}
                index={item.index}
                top={item.start}
                slot={slots.get(row.id) ?? null}
                currencySign={props.currencySign}
                tabbable={item.index === activeIndex}
                hovered={props.hovered === row.id}
                onHover={props.onHover}
                onTick={onTick}
                onFocus={setActive}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function LineTableHead({ singular, value, span, rows, slots, onTickAll }: Props) {
  const ticked = rows.filter((row) => slots.has(row.id)).length;
  const all = ticked === rows.length && rows.length > 0;
  return (
    <div role="rowgroup" className={styles.head}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: the box inside holds the tab stop. */}
      <div role="row" aria-rowindex={1} className={styles.row}>
        <span role="columnheader" tabIndex={-1} data-column="drawn" aria-colindex={1} className={styles.tick}>
          <input
            type="checkbox"
            aria-label={all ? 'Draw none' : 'Draw all'}
            checked={all}
            ref={(box) => {
              if (box !== null) box.indeterminate = ticked > 0 && !all;
            }}
            onChange={(event) => onTickAll(event.target.checked)}
          />
        </span>
        <span role="columnheader" tabIndex={-1} data-column="name" aria-colindex={2} className={styles.name}>
          {singular}
          <span className="text-11 regular muted">
            {ticked} of {rows.length} drawn
          </span>
        </span>
        <span role="columnheader" tabIndex={-1} data-column="trend" aria-colindex={3} className="flex end">
          {span}
        </span>
        <span
          role="columnheader"
          tabIndex={-1}
          data-column="value"
          aria-colindex={4}
          aria-sort={value === null ? undefined : 'descending'}
          className={styles.value}
        >
          {value === null ? (
            'Value'
          ) : (
            <>
              <ArrowDown12Filled aria-hidden />
              <strong className="bold">{value.label}</strong>
              {value.unit !== null && <span className="text-11 regular muted">{value.unit}</span>}
            </>
          )}
        </span>
      </div>
    </div>
  );
}

interface RowProps {
  row: ChartRow;
  index: number;
  top: number;
  slot: number | null;
  currencySign: string;
  tabbable: boolean;
  hovered: boolean;
  onHover: (id: string | null) => void;
  onTick: (id: string, on: boolean) => void;
  onFocus: (index: number) => void;
}

const LineTableRow = memo(function LineTableRow(props: RowProps) {
  const { row, index, slot, onHover } = props;
  const drawn = slot !== null;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the box inside holds the tab stop.
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={drawn}
      data-row-id={row.id}
      data-place={index}
      data-hovered={props.hovered || undefined}
      className={styles.row}
      style={{ position: 'absolute', top: props.top, left: 0, right: 0 }}
      onPointerEnter={() => onHover(drawn ? row.id : null)}
      onPointerLeave={() => onHover(null)}
    >
      <span role="gridcell" tabIndex={-1} aria-colindex={1} className={styles.tick}>
        <input
          type="checkbox"
          tabIndex={props.tabbable ? 0 : -1}
          aria-label={row.name + row.suffix}
          checked={drawn}
          onChange={(event) => props.onTick(row.id, event.target.checked)}
          onFocus={() => {
            props.onFocus(index);
            onHover(drawn ? row.id : null);
          }}
          onBlur={() => onHover(null)}
        />
      </span>
      <span role="rowheader" tabIndex={-1} aria-colindex={2} className={styles.name} data-drawn={drawn || undefined}>
        {slot !== null && <LineMark slot={slot} />}
        <span title={row.name}>{row.name}</span>
        {row.suffix !== '' && <span className={styles.suffix}>{row.suffix}</span>}
      </span>
      <span role="gridcell" tabIndex={-1} aria-colindex={3} className="flex end">
        <Sparkline values={row.values} slot={slot} />
      </span>
      <span role="gridcell" tabIndex={-1} aria-colindex={4} className={styles.value}>
        <span>
          {formatValue(row.total, row.unit, props.currencySign)}
          {row.change != null && <small>{row.change}</small>}
        </span>
      </span>
    </div>
  );
});
