import type { ReactNode } from 'react';
import styles from './change-table.module.css';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import type { Outcome } from './outcomes.ts';

/** One setting of one object, old beside new. */
export interface ChangeTableRow {
  id: string;
  name: string;
  /** What the object is in. */
  where: string;
  /** The setting; left out where the heading says it. */
  field?: string;
  old: string;
  new: string;
  /** Its outcome; `null` before it is sent. */
  outcome: Outcome | null;
  note: string;
  /** What can be done with the row. */
  act?: ReactNode;
}

interface Props {
  /** Name of the box the table scrolls in. */
  label: string;
  columns: { object: string; where: string; field?: string; old: string; new: string; outcome: string; note: string };
  rows: readonly ChangeTableRow[];
}

/** Changes of settings with their outcomes. Columns that say nothing are left out. */
export function ChangeTable({ label, columns, rows }: Props) {
  const withField = columns.field !== undefined && rows.some(({ field }) => field !== undefined);
  const withWhere = rows.some(({ where }) => where !== '');
  const withOutcome = rows.some(({ outcome }) => outcome !== null);
  const withNote = rows.some(({ note }) => note !== '');
  const withAct = rows.some(({ act }) => act !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.box} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{columns.object}</th>
            {withWhere && (
              <th scope="col" data-where>
                {columns.where}
              </th>
            )}
            {withField && <th scope="col">{columns.field}</th>}
            <th scope="col">{columns.old}</th>
            <th scope="col">{columns.new}</th>
            {withOutcome && <th scope="col">{columns.outcome}</th>}
            {withNote && <th scope="col">{columns.note}</th>}
            {withAct && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" title={row.where}>
                {row.name}
              </th>
              {withWhere && <td data-where>{row.where}</td>}
              {withField && <td>{row.field}</td>}
              <td data-old>{row.old}</td>
              <td data-new>{row.new}</td>
              {withOutcome && <td>{row.outcome !== null && <OutcomeBadge outcome={row.outcome} />}</td>}
              {withNote && <td>{row.note}</td>}
              {withAct && <td className={styles.act}>{row.act}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
