import { unknown } from '../../../../../shared/format/numbers.ts';
import { automationMessages } from '../../messages.ts';
import { bidText } from '../../model/amounts.ts';
import type { BidLine, DecidedStep } from '../../model/bid-lines.ts';
import { decidingNumbers } from '../../model/deciding-numbers.ts';
import { instantText } from '../../model/run-texts.ts';
import styles from './rule.module.css';

const { title, tableColumns: columns } = automationMessages.chart;

interface Props {
  lines: readonly BidLine[];
  decided: readonly DecidedStep[];
  currency: string;
  timeZone: string;
}

/** Every step of the chart, newest first. */
export function BidValues({ lines, decided, currency, timeZone }: Props) {
  const steps = lines
    .flatMap(({ key, name, steps: lineSteps }) => lineSteps.map((step) => ({ ...step, key, name })))
    .sort((left, right) => right.at - left.at);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.values} tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.keyword}</th>
            <th scope="col" data-end>
              {columns.old}
            </th>
            <th scope="col" data-end>
              {columns.new}
            </th>
            <th scope="col">{columns.who}</th>
            <th scope="col">{columns.numbers}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => {
            const verdict = decided.find(({ key, at }) => key === step.key && at === step.at)?.verdict ?? null;
            return (
              <tr key={`${step.key} ${step.at} ${step.bid}`}>
                <td>{instantText(new Date(step.at).toISOString(), timeZone)}</td>
                <th scope="row">{step.name}</th>
                <td data-end>{bidText(step.old, currency)}</td>
                <td data-end>{bidText(step.bid, currency)}</td>
                <td>{step.by}</td>
                <td>{verdict === null ? unknown : decidingNumbers(verdict, currency) || unknown}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
