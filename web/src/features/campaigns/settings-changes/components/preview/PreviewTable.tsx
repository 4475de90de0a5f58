import { Button } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { OutcomeBadge } from '../../../../../shared/campaigns/changes/OutcomeBadge.tsx';
import { isOpen } from '../../../../../shared/campaigns/changes/outcomes.ts';
import { settingsChangeMessages as words } from '../../messages.ts';
import type { PendingEdit } from '../../model/pending-edit.ts';
import type { PreviewRow } from '../../model/preview-rows.ts';
import styles from './preview.module.css';

interface Props {
  rows: readonly PreviewRow[];
  /** Rows show their outcomes. */
  sent: boolean;
  busy: boolean;
  onRemove: (edit: PendingEdit) => void;
  onMine: (edit: PendingEdit) => void;
  onTheirs: (edit: PendingEdit) => void;
  onCheck: () => void;
  onAgain: (edit: PendingEdit) => void;
}

const { budget = '', daily_cap = '', target_cpa = '' } = words.fields;
const ofCampaigns: ReadonlySet<string> = new Set([budget, daily_cap, target_cpa]);

/** Old, new and the difference of each row; what prevents it, and what can be done about it. */
export function PreviewTable(props: Props) {
  const { rows, sent } = props;
  const { columns } = words;
  // Of campaigns there are several amounts: the heading does not say which is meant.
  const withSetting =
    new Set(rows.map(({ field }) => field)).size > 1 || rows.some(({ field }) => ofCampaigns.has(field));
  const withOutcome = sent || rows.some(({ outcome }) => outcome !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.box} tabIndex={0} aria-label={words.rows}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{columns.object}</th>
            {withSetting && <th scope="col">{columns.setting}</th>}
            {[columns.old, columns.new, columns.change, columns.percent].map((label) => (
              <th key={label} scope="col" data-end>
                {label}
              </th>
            ))}
            {withOutcome && <th scope="col">{columns.outcome}</th>}
            <th scope="col">{columns.note}</th>
            <th scope="col">
              <span className="visually-hidden">{columns.act}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" title={row.path}>
                {row.name}
              </th>
              {withSetting && <td>{row.field}</td>}
              <td data-end data-old>
                {row.old}
              </td>
              <td data-end data-new>
                {row.new}
              </td>
              <td data-end>{row.change}</td>
              <td data-end>{row.percent}</td>
              {withOutcome && (
                <td>
                  {row.outcome !== null && (
                    <OutcomeBadge outcome={row.outcome} left={row.edit?.trouble?.left ?? false} />
                  )}
                </td>
              )}
              <td className={styles.notes}>
                {row.notes.map(({ tone, text }) => (
                  <span key={text} data-tone={tone}>
                    {text}
                  </span>
                ))}
              </td>
              <td className={styles.acts}>
                <RowActions {...props} row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RowActions({ row, sent, busy, onRemove, onMine, onTheirs, onCheck, onAgain }: Props & { row: PreviewRow }) {
  const { edit, outcome } = row;
  if (edit === null) return null;
  if (outcome === 'conflict' && edit.trouble !== undefined) {
    return (
      <>
        <Button size="small" onClick={() => busy || onTheirs(edit)}>
          {words.keepTheirs}
        </Button>
        <Button size="small" onClick={() => busy || onMine(edit)}>
          {words.takeMine}
        </Button>
      </>
    );
  }
  if (outcome === 'unknown' && edit.trouble?.left === true) {
    return (
      <Button size="small" aria-label={words.checkAgainOf(row.name)} onClick={() => busy || onAgain(edit)}>
        {words.checkAgain}
      </Button>
    );
  }
  if (sent && outcome !== null && isOpen(outcome)) {
    return (
      <Button size="small" onClick={onCheck}>
        {words.checkNow}
      </Button>
    );
  }
  if (sent) return null;
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={<Dismiss16Regular />}
      aria-label={words.removeRow(row.name)}
      onClick={() => onRemove(edit)}
    />
  );
}
