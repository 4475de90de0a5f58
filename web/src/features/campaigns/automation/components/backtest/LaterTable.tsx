import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { formatDate } from '../../../../../shared/calendar/day-texts.ts';
import styles from '../../../../../shared/campaigns/backtest/backtest.module.css';
import { currencySymbol, formatCount } from '../../../../../shared/format/numbers.ts';
import type { Backtest } from '../../api/automation-api.ts';
import { automationMessages } from '../../messages.ts';
import { bidText, capText } from '../../model/amounts.ts';

const { backtest: words, rule: ruleWords, since } = automationMessages;
const { laterColumns: columns } = words;
/** Rows drawn at first and with each further press. */
const step = 100;

type Later = Backtest['later'][number];

/** Figures of the keywords of a back-test since their decisions, with the bid then and now. */
export function LaterTable({ rows, currency }: { rows: readonly Later[]; currency: string }) {
  const [most, setMost] = useState(step);
  const sign = currencySymbol(currency);
  const amounts: ReadonlySet<string> = new Set(['spend', 'cpt', 'cpa']);
  const figures = Object.entries(since.figures) as [keyof Later['inputs'], string][];
  return (
    <>
      <h3 id="later-title">{words.later}</h3>
      <p className={styles.notes}>{words.laterNote}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.slots} tabIndex={0} aria-labelledby="later-title">
        <table className="full-width">
          <thead>
            <tr>
              <th scope="col">{columns.keyword}</th>
              <th scope="col" data-end>
                {columns.raises}
              </th>
              <th scope="col">{columns.from}</th>
              <th scope="col" data-end>
                {columns.bidThen} {sign}
              </th>
              <th scope="col" data-end>
                {columns.bidNow} {sign}
              </th>
              {figures.map(([name, label]) => (
                <th key={name} scope="col" data-end>
                  {label} {amounts.has(name) && sign}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map(({ key, keyword, raises, from, bid_then, bid_now, inputs }) => (
              <tr key={key}>
                <th scope="row">{keyword}</th>
                <td data-end>{formatCount(raises)}</td>
                <td>{formatDate(from)}</td>
                <td data-end>{bidText(bid_then, currency)}</td>
                <td data-end>{bidText(bid_now, currency)}</td>
                {figures.map(([name]) => (
                  <td key={name} data-end>
                    {amounts.has(name)
                      ? bidText(inputs[name], currency)
                      : capText('installs_cap', inputs[name], currency)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > most && (
        <Button appearance="transparent" onClick={() => setMost(most + step)}>
          {ruleWords.more(Math.min(step, rows.length - most))}
        </Button>
      )}
    </>
  );
}
