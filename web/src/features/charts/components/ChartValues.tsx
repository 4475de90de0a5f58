import { type ChartModel, formatValue, LineMark } from '../../../shared/chart/index.ts';
import styles from './charts.module.css';

/** The chart as a table: a row per date, a column per line. */
export function ChartValues({ title, model }: { title: string; model: ChartModel }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.values} tabIndex={0} aria-label={`${title}, as a table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            {model.lines.map((line) => (
              <th key={line.id} scope="col" data-end>
                <LineMark slot={line.slot} /> {line.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {model.dates.map((date, place) => (
            <tr key={date}>
              <th scope="row">
                {model.titles[place]}
                {place === model.runningAt && <span className={styles.running}> so far</span>}
              </th>
              {model.lines.map((line) => (
                <td key={line.id}>{formatValue(line.values[place] ?? null, line.unit, model.currencySign)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
