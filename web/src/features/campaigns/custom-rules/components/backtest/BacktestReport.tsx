import type { CustomBacktestResponse } from '@tapwise/contract/custom-rule';
import { useState } from 'react';
import { formatCount } from '../../../../../shared/format/numbers.ts';
import { slotText } from '../../../automation/index.ts';
import type { RuleLevel } from '../../api/entered-rule.ts';
import { backtestWords as words } from '../../messages/backtest-words.ts';
import type { WordsOfRule } from '../../model/words/case-words.ts';
import { VerdictTable } from '../verdicts/VerdictTable.tsx';
import styles from './backtest.module.css';

interface Props {
  response: CustomBacktestResponse;
  level: RuleLevel;
  context: WordsOfRule;
}

/** Run by run what would have been decided; a run shows its decisions. */
export function BacktestReport({ response: { slots, totals, notes }, level, context }: Props) {
  const [opened, setOpened] = useState<string | null>(null);
  const slot = slots.find((candidate) => candidate.slot === opened);
  const { columns } = words;
  return (
    <>
      <h3>{words.report(slots.length, totals.acted)}</h3>
      {slots.length === 0 && <p>{words.empty}</p>}
      {slots.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        <section className={styles.slots} tabIndex={0} aria-label={words.slots}>
          <table className="data-table">
            <thead>
              <tr>
                <th scope="col">{columns.slot}</th>
                {[columns.checked, columns.acted, columns.noMatch, columns.noData, columns.onHold, columns.limited].map(
                  (text) => (
                    <th key={text} scope="col" data-end>
                      {text}
                    </th>
                  ),
                )}
                <th scope="col">{columns.asKnown}</th>
              </tr>
            </thead>
            <tbody>
              {slots.map(({ slot: id, as_known, counts }) => (
                <tr key={id} data-chosen={id === opened || undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      aria-expanded={id === opened}
                      aria-label={words.show(slotText(id))}
                      onClick={() => setOpened(id === opened ? null : id)}
                    >
                      {slotText(id)}
                    </button>
                  </th>
                  <td data-end>{formatCount(counts.checked)}</td>
                  <td data-end>{formatCount(counts.acted)}</td>
                  <td data-end>{formatCount(counts.no_match)}</td>
                  <td data-end>{formatCount(counts.no_data)}</td>
                  <td data-end>{formatCount(counts.on_hold)}</td>
                  <td data-end>{formatCount(counts.limited)}</td>
                  <td>{as_known ? words.yes : words.no}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {slot !== undefined && (
        <>
          <h3>{words.decisions(slotText(slot.slot))}</h3>
          {slot.verdicts.length === 0 ? (
            <p>{words.noDecisions}</p>
          ) : (
            <VerdictTable verdicts={slot.verdicts} level={level} context={context} chosen={null} onWhy={null} />
          )}
        </>
      )}
      <h3>{words.limits}</h3>
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}
