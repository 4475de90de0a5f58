import { type ChartModel, formatValue, LineMark } from '../../../shared/chart/index.ts';
import styles from './charts.module.css';

type Line = ChartModel['lines'][number];

/** The lines as columns; what a line was in the earlier period stands right of it. */
export function columnsOf({ lines }: ChartModel): (Pick<Line, 'id' | 'name' | 'unit' | 'slot' | 'values'> & {
  earlier: boolean;
})[] {
  return lines.flatMap((line) => [
    { ...line, earlier: false },
    ...(line.before === undefined
      ? []
      : [{ ...line, id: `${line.id} before`, name: `${line.name}, before`, values: line.before, earlier: true }]),
  ]);
}

/** The chart as a table: a row per date, a column per line. */
export function ChartValues({ title, model }: { title: string; model: ChartModel }) {
  const columns = columnsOf(model);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.values} tabIndex={0} aria-label={`${title}, as a table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-end data-earlier={column.earlier || undefined}>
                {!column.earlier && <LineMark slot={column.slot} />} {column.name}
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
              {columns.map((column) => (
                <td key={column.id} data-earlier={column.earlier || undefined}>
                  {formatValue(column.values[place] ?? null, column.unit, model.currencySign)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
