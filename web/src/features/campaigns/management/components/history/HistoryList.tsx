import { Button } from '@fluentui/react-components';
import { ArrowUndo16Regular } from '@fluentui/react-icons/svg/arrow-undo';
import { useState } from 'react';
import { OutcomeBadge, ToneBadge } from '../../../../../shared/campaigns/changes/OutcomeBadge.tsx';
import { formatClock } from '../../../../../shared/format/ages.ts';
import { currencySymbol } from '../../../../../shared/format/numbers.ts';
import { managementMessages as words } from '../../messages.ts';
import { dayLine, type HistoryEntry, type PageNames, type UndoLinks, valueText } from '../../model/history-entries.ts';
import { ActorMark } from './ActorMark.tsx';
import { CheckAgain } from './CheckAgain.tsx';
import styles from './history-list.module.css';
import { PauseCampaign } from './PauseCampaign.tsx';

interface Props {
  entries: readonly HistoryEntry[];
  /** What the changes are of. */
  base: { application_id: number; asa_organization_id: number };
  today: string;
  currency: string;
  timeZone: string;
  /** The change whose undo is being looked at. */
  undoing: string | null;
  links: UndoLinks;
  pages: PageNames;
  onUndo: (entry: HistoryEntry) => void;
}

/** Changes by day, newest first; one of several rows opens to them. */
export function HistoryList(props: Props) {
  const { entries, currency } = props;
  const { columns } = words;
  const days = [...new Set(entries.map(({ day }) => day))];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.time}</th>
          <th scope="col">{columns.who}</th>
          <th scope="col">{columns.what}</th>
          <th scope="col" data-end>
            {columns.values} <span className="regular muted">{currencySymbol(currency)}</span>
          </th>
          <th scope="col">{columns.outcome}</th>
          <th scope="col">
            <span className="visually-hidden">{columns.act}</span>
          </th>
        </tr>
      </thead>
      {days.map((day) => (
        <tbody key={day}>
          <tr className={styles.day}>
            <th scope="rowgroup" colSpan={6}>
              {dayLine(day, props.today)}
            </th>
          </tr>
          {entries
            .filter((entry) => entry.day === day)
            .map((entry) => (
              <EntryRows key={entry.id} {...props} entry={entry} />
            ))}
        </tbody>
      ))}
    </table>
  );
}

function EntryRows({ entry, base, timeZone, undoing, links, pages, onUndo }: Props & { entry: HistoryEntry }) {
  const [open, setOpen] = useState(false);
  const { undoes, undoneBy } = links.get(entry.id) ?? {};
  const { values, rows } = entry;
  return (
    <>
      <tr id={rowId(entry)} tabIndex={-1} data-undoing={undoing === entry.id || undefined}>
        <td>
          <time dateTime={entry.at}>{formatClock(entry.at, timeZone)}</time>
        </td>
        <td>
          <span className={styles.who}>
            <ActorMark kind={entry.kind} name={entry.actor} />
            {entry.actor}
          </span>
        </td>
        <td>
          <span className={styles.what}>
            <strong>{entry.what}</strong>
            {entry.where !== '' && ` · ${entry.where}`}
          </span>
          <span className={styles.reason}>{entry.reason}</span>
          {undoes !== undefined && (
            <EntryLink to={undoes}>{words.undoOf(undoes.what, formatClock(undoes.at, timeZone))}</EntryLink>
          )}
        </td>
        <td data-end>
          {values !== null && (
            <>
              <s className={styles.old}>{values.old}</s> <strong className="bold">{values.new}</strong>
            </>
          )}
          {rows.length > 1 && (
            <button type="button" className={styles.linkButton} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? words.hideRows : words.showRows}
            </button>
          )}
        </td>
        <td>
          <EntryOutcome entry={entry} />
        </td>
        <td data-end>
          {rows.length === 1 && rows[0] !== undefined && <CheckAgain row={rows[0]} base={base} pages={pages} />}{' '}
          {undoneBy === undefined ? (
            <UndoCell entry={entry} base={base} onUndo={onUndo} />
          ) : (
            <EntryLink to={undoneBy}>{words.undone}</EntryLink>
          )}
        </td>
      </tr>
      {open &&
        rows.map((row) => (
          <tr key={row.id} className={styles.inner}>
            <td />
            <td />
            <td>
              {row.name}{' '}
              <span className={styles.reason}>
                {[words.fields[row.field] ?? row.field, row.message].filter((text) => text !== null).join(': ')}
              </span>
            </td>
            <td data-end>
              <s className={styles.old}>{valueText(row.old, row.field, pages)}</s>{' '}
              <strong className="bold">{valueText(row.new, row.field, pages)}</strong>
            </td>
            <td>
              <OutcomeBadge outcome={row.outcome} left />
            </td>
            <td data-end>
              <CheckAgain row={row} base={base} pages={pages} />
            </td>
          </tr>
        ))}
      {open && rows.length < entry.count && (
        <tr className={styles.inner}>
          <td />
          <td />
          <td colSpan={4} className={styles.quiet}>
            {words.someShown(rows.length, entry.count)}
          </td>
        </tr>
      )}
    </>
  );
}

const rowId = ({ id }: HistoryEntry) => `change-${id}`;

/** What can be done with a change, else its row. */
export function actOf(entry: HistoryEntry): HTMLElement | null {
  const row = document.getElementById(rowId(entry));
  return row?.querySelector<HTMLElement>('td:last-child button') ?? row;
}

/** Leads to another change of the list. */
function EntryLink({ to, children }: { to: HistoryEntry; children: string }) {
  const go = () => {
    const row = document.getElementById(rowId(to));
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={styles.linkButton} onClick={go}>
      {children}
    </button>
  );
}

function EntryOutcome({ entry: { rows, count, failed, open, kind } }: { entry: HistoryEntry }) {
  if (kind === 'apple') return <ToneBadge tone="plain" text={words.recorded} />;
  if (count === 1 && rows[0] !== undefined) return <OutcomeBadge outcome={rows[0].outcome} left />;
  if (failed > 0) return <ToneBadge tone="warning" text={words.someNotMade(failed, count)} />;
  if (open > 0) return <OutcomeBadge outcome="unknown" left />;
  return <ToneBadge tone="good" text={words.allChanged(count)} />;
}

function UndoCell({ entry, base, onUndo }: Pick<Props, 'base' | 'onUndo'> & { entry: HistoryEntry }) {
  const { undo } = entry;
  if (undo.state === 'pause') return <PauseCampaign campaigns={undo.campaigns} base={base} />;
  if (undo.state === 'refused') {
    return undo.reason === '' ? null : (
      <span className={styles.quiet} title={undo.reason}>
        {words.noUndo}
        <span className="visually-hidden">: {undo.reason}</span>
      </span>
    );
  }
  return (
    <Button
      size="small"
      icon={<ArrowUndo16Regular />}
      aria-label={`${words.undo} ${entry.what} ${entry.where}`}
      onClick={() => onUndo(entry)}
    >
      {words.undo}
    </Button>
  );
}
