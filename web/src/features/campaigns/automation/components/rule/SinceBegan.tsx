import type { Application } from '@tapwise/contract';
import { formatDate } from '../../../../../shared/calendar/day-texts.ts';
import { formatCount, formatMoney, unknown } from '../../../../../shared/format/numbers.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import type { Rule } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { unitsOf } from '../../model/rule-scope.ts';
import type { SinceFigures } from '../../model/since-began.ts';
import styles from './rule.module.css';
import { type Since, useSinceBegan } from './use-since-began.ts';

const words = automationMessages.since;

/** What was before and after the rule's first change, and what that does not say. */
export function SinceBegan({ application, rule }: { application: Application; rule: Rule }) {
  const { timeZone } = unitsOf(application, rule);
  const query = useSinceBegan(application, rule, timeZone);
  const since = query.data;
  return (
    <section className={styles.block} aria-labelledby="since-title" aria-busy={query.isFetching}>
      <div className={styles.blockHead}>
        <h2 id="since-title">{words.title}</h2>
        {since !== undefined && <p>{headOf(since)}</p>}
      </div>
      {query.isPending && <p role="status">Loading...</p>}
      {query.isError && <p role="alert">{messageOf(query.error)}</p>}
      {since?.before != null && since.after !== null && <Figures before={since.before} after={since.after} />}
      {since !== undefined && since.began !== null && (
        <ul className={styles.limits}>
          {words.limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function headOf({ began, periods, raises, keywords, more }: Since): string {
  if (began === null) return words.none;
  const changes = `${more ? `${words.atLeast} ` : ''}${words.raises(raises, keywords)}`;
  const since = periods === null ? words.young : words.began(formatDate(periods.began), periods.days);
  return `${changes}. ${since}`;
}

const figures = Object.entries(words.figures) as [keyof SinceFigures, string][];
const amounts: ReadonlySet<string> = new Set(['spend', 'cpt', 'cpa']);

function Figures({ before, after }: { before: SinceFigures; after: SinceFigures }) {
  const text = (name: keyof SinceFigures, value: number | null) =>
    amounts.has(name) ? formatMoney(value) : formatCount(value);
  return (
    <table className={styles.since}>
      <thead>
        <tr>
          <th scope="col">{words.columns.figure}</th>
          <th scope="col" data-end>
            {words.columns.before}
          </th>
          <th scope="col" data-end>
            {words.columns.after}
          </th>
          <th scope="col" data-end>
            {words.columns.change}
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map(([name, label]) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td data-end>{text(name, before[name])}</td>
            <td data-end>{text(name, after[name])}</td>
            <td data-end>{changeOf(before[name], after[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In whole percent; nothing where there was nothing before. */
function changeOf(before: number | null, after: number | null): string {
  if (before === null || after === null || before === 0) return unknown;
  const percent = Math.round(((after - before) / before) * 100);
  const sign = percent === 0 ? '' : percent < 0 ? '−' : '+';
  return `${sign}${formatCount(Math.abs(percent))} %`;
}
