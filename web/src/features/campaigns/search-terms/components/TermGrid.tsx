import { Button } from '@fluentui/react-components';
import { type KeyboardEvent, type MouseEvent, useMemo } from 'react';
import { useMediaQuery } from '../../../../shared/page/browser-state.ts';
import { Age, Message, valueView } from '../../../../shared/report/index.ts';
import type { GridSource } from '../../../../shared/tables/grid/index.ts';
import { type PlainFigure, PlainGrid } from '../../../../shared/tables/table/PlainGrid.tsx';
import { serializeTableSort, type TableSort } from '../../../../shared/tables/table/table-sort.ts';
import { termMessages as words } from '../messages.ts';
import type { Choice, FilterKind } from '../model/decisions.ts';
import { termColumns, termFigures } from '../model/term-columns.ts';
import { type TermTotals, termTotals } from '../model/term-order.ts';
import type { TermRow, TermStore } from '../model/term-store.ts';
import { ChoiceCell, HideCell, NoteCell } from './ChoiceCell.tsx';
import styles from './terms.module.css';

interface Props {
  kind: FilterKind;
  store: TermStore | null;
  order: readonly number[];
  currency: string;
  loading: boolean;
  asOf: string | null;
  sort: TableSort | null;
  onSort: (sort: string | null) => void;
  onSearch: () => void;
  onHide: (id: number) => void;
  onShowAll: () => void;
}

/** Nothing is sorted by a person: known terms are first, then those shown most. */
const ownSort = { column: '', descending: false };
const contents = { choice: ChoiceCell, note: NoteCell, hide: HideCell };

/** The terms with their choices. Keys and presses of a choice are heard here, for all rows at once. */
export function TermGrid(props: Props) {
  const { kind, store, order, currency, loading, asOf, sort, onSort, onHide } = props;
  const narrow = useMediaQuery('(max-width: 639px)');
  const columns = useMemo(() => termColumns(kind, currency, narrow, contents), [kind, currency, narrow]);
  const totals = useMemo(() => termTotals(store?.terms ?? [], order), [store, order]);
  const source = useMemo(() => sourceOf(store, totals), [store, totals]);
  const loaded = store !== null;
  const unread = asOf === null && store?.terms.length === 0;
  const groups = useMemo(
    () => [{ key: 'ads', label: words.searchAds, age: loaded ? <Age instant={asOf} none={words.notYet} /> : null }],
    [loaded, asOf],
  );
  const choose = (row: number, choice: Choice, all: boolean) => store?.choose(all ? order : [row], choice);

  function onClick(event: MouseEvent): void {
    const pressed = event.target instanceof Element ? event.target.closest('[data-choice], [data-hide]') : null;
    const row = rowOf(pressed);
    if (pressed === null || row === null) return;
    if (pressed.hasAttribute('data-hide')) onHide(row);
    else choose(row, Number(pressed.getAttribute('data-choice')) as Choice, event.altKey);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const row = rowOf(event.target instanceof Element ? event.target : null);
    if (row === null || event.ctrlKey || event.metaKey) return;
    // With Alt some layouts type another sign: the key itself counts.
    const digit = /^(?:Digit|Numpad)([123])$/.exec(event.code)?.[1];
    const step = { j: 'ArrowDown', k: 'ArrowUp' }[event.key.toLowerCase()];
    const move = (key: string) =>
      event.target.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true }));
    if (digit !== undefined) choose(row, Number(digit) as Choice, event.altKey);
    else if (event.altKey) return;
    else if (step !== undefined) move(step);
    else if (event.key.toLowerCase() === 'h') {
      // The row goes away: the next one has the focus before it does.
      move(row === order.at(-1) ? 'ArrowUp' : 'ArrowDown');
      onHide(row);
    } else return;
    event.preventDefault();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside has the roles, this hears what its own columns are for.
    <div className={styles.panel} onClick={onClick} onKeyDown={onKeyDown}>
      <PlainGrid
        label={words.table}
        columns={columns}
        groups={groups}
        order={order}
        source={source}
        sort={sort}
        ownSort={ownSort}
        loading={loading}
        totals={(column, sums) => {
          if (unread) return { text: column === 'text' ? 'Total' : '' };
          if (column === 'text') return { text: `Total ${words.total(order.length)}`, link: false };
          const figure = termFigures.find(({ name }) => name === column);
          return figure === undefined ? { text: '' } : valueView(figure, sums[figure.name]);
        }}
        onSort={(next) => onSort(next === null ? null : serializeTableSort(next))}
        onSearch={props.onSearch}
        isOutside={({ known }) => known}
        figure={(column, row) => figureOf(column, row, store, totals)}
        stale={false}
      >
        {store === null || order.length > 0 ? undefined : store.terms.length > 0 ? (
          <Message title={words.noMatch} actions={<Button onClick={props.onShowAll}>{words.showAll}</Button>} />
        ) : unread ? (
          <Message title={words.unread} text={words.unreadText} />
        ) : (
          <Message title={words.nothing} text={words.nothingText} />
        )}
      </PlainGrid>
    </div>
  );
}

function rowOf(element: Element | null): number | null {
  const id = element?.closest('[data-row-id]')?.getAttribute('data-row-id');
  return id == null ? null : Number(id);
}

function sourceOf(store: TermStore | null, totals: TermTotals): GridSource<TermRow, TermTotals> | null {
  if (store === null) return null;
  const sums = { row: totals, flash: null, gone: false };
  const { row, subscribeRow } = store;
  return { row, subscribeRow, totals: () => sums, subscribe: () => () => undefined };
}

function figureOf(
  column: string,
  row: number | 'header' | 'totals',
  store: TermStore | null,
  totals: TermTotals,
): PlainFigure | null {
  const figure = termFigures.find(({ name }) => name === column);
  if (figure === undefined) return null;
  const { name, unit } = figure;
  const values = row === 'header' ? undefined : row === 'totals' ? totals : store?.terms[row];
  return { label: words.columns[name], definition: words.definitions[name], unit, value: values?.[name] ?? null };
}
