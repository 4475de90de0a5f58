import { Button } from '@fluentui/react-components';
import { type KeyboardEvent, useState } from 'react';
import { currencySymbol, unknown } from '../../../../../shared/format/numbers.ts';
import { indexAfter } from '../../../../../shared/tables/index-after.ts';
import type { RuleVerdict } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { bidText } from '../../model/amounts.ts';
import { isAtCap, nearestText, raises, shortReason } from '../../model/why.ts';
import { VerdictBadge } from '../why/VerdictBadge.tsx';
import styles from './run-table.module.css';

const words = automationMessages.rule;
/** Rows drawn at first and with each further press: a run may have twenty thousand. */
const step = 100;

interface Props {
  rows: readonly RuleVerdict[];
  currency: string;
  /** Nothing was done by these verdicts. */
  dry: boolean;
  /** Decision that is explained beside the table. */
  chosen: string | null;
  /** `null` where a reason is all that can be shown. */
  onWhy: ((row: RuleVerdict) => void) | null;
}

/** What was decided about each unit; a press on the reason explains it in full. The reasons are one tab stop: arrows move. */
export function RunTable({ rows, currency, dry, chosen, onWhy }: Props) {
  const [most, setMost] = useState(step);
  const [stop, setStop] = useState(0);
  const displayed = rows.slice(0, most);
  const { columns } = words;
  const sign = currencySymbol(currency);
  return (
    <>
      <section
        className={styles.box}
        aria-label={onWhy === null ? automationMessages.backtest.units : undefined}
        // Without a button in it, what scrolls must be reached by itself.
        tabIndex={onWhy === null ? 0 : undefined}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{columns.keyword}</th>
              <th scope="col">{columns.verdict}</th>
              <th scope="col" data-end>
                {columns.old} <span>{sign}</span>
              </th>
              <th scope="col" data-end>
                {columns.new} <span>{sign}</span>
              </th>
              <th scope="col">{columns.cap}</th>
              <th scope="col" data-end>
                {columns.distance}
              </th>
              <th scope="col">{columns.why}</th>
            </tr>
          </thead>
          <tbody onKeyDown={moveFocus}>
            {displayed.map((row, index) => (
              <UnitRow
                // The same unit in the next run stays the same row, and keeps the focus.
                key={`${row.key} ${row.keyword}`}
                row={row}
                currency={currency}
                dry={dry}
                onWhy={onWhy}
                chosen={row.decision_id === chosen}
                tabbable={index === Math.min(stop, displayed.length - 1)}
                onFocus={() => setStop(index)}
              />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > most && (
        <Button appearance="transparent" className={styles.more} onClick={() => setMost(most + step)}>
          {words.more(Math.min(step, rows.length - most))}
        </Button>
      )}
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const reasons = [...event.currentTarget.querySelectorAll('button')];
  const next = indexAfter(event.key, reasons.indexOf(event.target as HTMLButtonElement), reasons.length);
  if (next === null) return;
  event.preventDefault();
  reasons[next]?.focus();
}

interface RowProps extends Pick<Props, 'currency' | 'dry' | 'onWhy'> {
  row: RuleVerdict;
  chosen: boolean;
  tabbable: boolean;
  onFocus: () => void;
}

function UnitRow({ row, currency, dry, chosen, tabbable, onFocus, onWhy }: RowProps) {
  const near = nearestText(row, currency);
  return (
    <tr data-chosen={chosen || undefined}>
      <th scope="row">{row.keyword}</th>
      <td>
        <VerdictBadge verdict={row.verdict} dry={dry} />
      </td>
      <td data-end>{bidText(row.old, currency)}</td>
      <td data-end data-new>
        {raises(row) ? bidText(row.new, currency) : unknown}
      </td>
      <td>{near?.name ?? unknown}</td>
      <td data-end data-over={isAtCap(row) || undefined}>
        {near?.distance ?? unknown}
      </td>
      <td>
        {onWhy === null ? (
          shortReason(row, currency)
        ) : (
          <button
            type="button"
            aria-pressed={chosen}
            tabIndex={tabbable ? 0 : -1}
            onFocus={onFocus}
            onClick={() => onWhy(row)}
          >
            {shortReason(row, currency)}
            <span className="visually-hidden">: {automationMessages.logs.why(row.keyword)}</span>
          </button>
        )}
      </td>
    </tr>
  );
}
