import { type ChartModel, formatValue, LineMark } from '../../../../shared/chart/index.ts';
import { markMessages } from '../messages.ts';
import styles from './charts.module.css';

type Line = ChartModel['lines'][number];

/** The lines as columns; the earlier period of a line is right of it. */
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

/** What was changed at each date, one sentence each; `null` where nothing is marked. */
export function eventTexts({ events }: ChartModel): string[][] | null {
  return events?.map((ofDate) => ofDate.map(({ title, description }) => `${title}, ${description}`)) ?? null;
}

/** The chart as a table: a row per date, a column per line, and what was changed. */
export function ChartValues({ title, model }: { title: string; model: ChartModel }) {
  const columns = columnsOf(model);
  const changed = eventTexts(model);
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
            {changed !== null && (
              <th scope="col" data-words>
                {markMessages.changed}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {model.dates.map((date, index) => (
            <tr key={date}>
              <th scope="row">
                {model.titles[index]}
                {index === model.runningAt && <span className="muted"> so far</span>}
              </th>
              {columns.map((column) => (
                <td key={column.id} data-earlier={column.earlier || undefined}>
                  {formatValue(column.values[index] ?? null, column.unit, model.currencySign)}
                </td>
              ))}
              {changed !== null && (
                <td data-words>
                  {changed[index]?.map((text, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: sentences of a date are never moved.
                    <span key={at}>{text}</span>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
