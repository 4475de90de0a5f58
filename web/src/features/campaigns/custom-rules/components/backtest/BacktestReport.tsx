import type { CustomBacktestResponse } from '@tapwise/contract/custom-rule';
import { useState } from 'react';
import styles from '../../../../../shared/campaigns/backtest/backtest.module.css';
import { formatCount } from '../../../../../shared/format/numbers.ts';
import { slotText } from '../../../automation/index.ts';
import type { RuleLevel } from '../../api/entered-rule.ts';
import { backtestWords as words } from '../../messages/backtest-words.ts';
import type { WordsOfRule } from '../../model/words/case-words.ts';
import { VerdictTable } from '../verdicts/VerdictTable.tsx';

interface Props {
  response: CustomBacktestResponse;
  level: RuleLevel;
  context: WordsOfRule;
}

const { columns } = words;
const counted = [
  { text: columns.checked, count: 'checked' },
  { text: columns.acted, count: 'acted' },
  { text: columns.noMatch, count: 'no_match' },
  { text: columns.noData, count: 'no_data' },
  { text: columns.onHold, count: 'on_hold' },
  { text: columns.limited, count: 'limited' },
  { text: columns.skipped, count: 'skipped' },
  { text: columns.failed, count: 'failed' },
] as const;

/** Run by run what would have been decided; a run shows its decisions. */
export function BacktestReport({ response: { slots, totals, notes }, level, context }: Props) {
  const [opened, setOpened] = useState<string | null>(null);
  const slot = slots.find((candidate) => candidate.slot === opened);
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
                {counted.map(({ text }) => (
                  <th key={text} scope="col" data-end>
                    {text}
                  </th>
                ))}
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
                  {counted.map(({ text, count }) => (
                    <td key={text} data-end>
                      {formatCount(counts[count])}
                    </td>
                  ))}
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
