import { useState } from 'react';
import styles from '../../../../../shared/campaigns/backtest/backtest.module.css';
import { formatCount } from '../../../../../shared/format/numbers.ts';
import type { Backtest } from '../../api/automation-api.ts';
import { automationMessages } from '../../messages.ts';
import { backtestReport } from '../../model/backtest-report.ts';
import { slotText } from '../../model/run-texts.ts';
import { orderVerdicts } from '../../model/verdict-order.ts';
import { RunTable } from '../logs/RunTable.tsx';
import { LaterTable } from './LaterTable.tsx';

const words = automationMessages.backtest;

/** Slot by slot what would have been decided, what each decision rests on, and what the whole cannot say. */
export function BacktestReport({ response, currency }: { response: Backtest; currency: string }) {
  const report = backtestReport(response);
  const [opened, setOpened] = useState<string | null>(null);
  const slot = response.slots.find((candidate) => candidate.slot === opened);
  return (
    <>
      <h3>{words.report(report.slots.length, report.raises, report.keywords)}</h3>
      {report.slots.length === 0 && <p>{words.empty}</p>}
      {report.slots.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        <section className={styles.slots} tabIndex={0} aria-label={words.slots}>
          <table className="full-width">
            <thead>
              <tr>
                <th scope="col">{words.columns.slot}</th>
                <th scope="col" data-end>
                  {words.columns.checked}
                </th>
                <th scope="col" data-end>
                  {words.columns.raised}
                </th>
                <th scope="col" data-end>
                  {words.columns.atCap}
                </th>
                <th scope="col" data-end>
                  {words.columns.skipped}
                </th>
                <th scope="col">{words.columns.known}</th>
              </tr>
            </thead>
            <tbody>
              {report.slots.map((line) => (
                <tr key={line.slot} data-opened={line.slot === opened || undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      aria-expanded={line.slot === opened}
                      aria-label={words.showUnits(slotText(line.slot))}
                      onClick={() => setOpened(line.slot === opened ? null : line.slot)}
                    >
                      {slotText(line.slot)}
                    </button>
                  </th>
                  <td data-end>{formatCount(line.checked)}</td>
                  <td data-end>{formatCount(line.raised)}</td>
                  <td data-end>{formatCount(line.atCap)}</td>
                  <td data-end>{formatCount(line.skipped)}</td>
                  <td>{line.asRecorded ? words.yes : words.no}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {slot !== undefined && (
        <>
          <h3>
            {words.units} {slotText(slot.slot)}
          </h3>
          <RunTable rows={orderVerdicts(slot.verdicts)} currency={currency} dry chosen={null} onWhy={null} />
        </>
      )}
      {response.later.length > 0 && <LaterTable rows={response.later} currency={currency} />}
      <h3>{words.limits}</h3>
      <ul className={styles.notes}>
        {response.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}
