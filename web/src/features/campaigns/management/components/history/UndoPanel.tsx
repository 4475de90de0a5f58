import { Button, Checkbox } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { Info16Regular } from '@fluentui/react-icons/svg/info';
import { Warning16Filled } from '@fluentui/react-icons/svg/warning';
import type { Change, ChangeResult } from '@tapwise/contract';
import { dayMs } from '@tapwise/contract/calendar';
import { useEffect, useRef } from 'react';
import { ToneBadge } from '../../../../../shared/campaigns/changes/OutcomeBadge.tsx';
import { formatClock } from '../../../../../shared/format/ages.ts';
import { unknown } from '../../../../../shared/format/numbers.ts';
import { useClock } from '../../../../../shared/page/browser-state.ts';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { managementMessages as words } from '../../messages.ts';
import { type HistoryEntry, type PageNames, valueText } from '../../model/history-entries.ts';
import styles from './undo-panel.module.css';
import { undoCount, useUndoPanel } from './use-undo-panel.ts';

interface Props {
  entry: HistoryEntry;
  applicationId: number;
  timeZone: string;
  /** For changes of product pages. */
  pages?: PageNames;
  onClose: () => void;
}

const weekMs = 7 * dayMs;
const tones: Readonly<Record<string, 'good' | 'warning'>> = { changed: 'good', conflict: 'warning' };

/** What an undo would do, row by row, before it is done. A row someone set meanwhile is left alone unless it is ticked. */
export function UndoPanel({ entry, applicationId, timeZone, pages, onClose }: Props) {
  const root = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useUndoPanel(entry, applicationId, onClose);
  const { plan, forced } = panel;
  const textOf = ({ field }: ChangeResult, value: Change['old']): string => valueText(value, field ?? '', pages);
  useEffect(() => heading.current?.focus(), []);
  const count = undoCount(entry, panel.restorable);
  const old = useClock((now) => now - Date.parse(entry.at) > weekMs);
  return (
    <aside
      ref={root}
      className={styles.panel}
      aria-labelledby="undo-title"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className={styles.panelHead}>
        <h2 id="undo-title" ref={heading} tabIndex={-1}>
          {words.undoTitle(undoCount(entry, entry.count))}
        </h2>
        <Button
          size="small"
          appearance="subtle"
          icon={<Dismiss20Regular />}
          aria-label={words.close}
          onClick={onClose}
        />
        <p>
          {words.setBy(entry.actor, formatClock(entry.at, timeZone))}
          {entry.values !== null && `, ${entry.values.old} → ${entry.values.new}`}
        </p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.panelBody} tabIndex={0} aria-label={words.wouldDo}>
        {panel.error !== null && <NoticeBar intent="error">{panel.error}</NoticeBar>}
        {plan === null && panel.error === null && <p role="status">Loading...</p>}
        {plan !== null && (
          <>
            <h3>{words.wouldDo}</h3>
            <PlanTable rows={plan} nameOf={panel.nameOf} forced={forced} textOf={textOf} />
            {plan
              .filter(({ outcome }) => outcome === 'conflict')
              .map((row) => (
                <ConflictBox
                  key={`${row.key} ${row.field} ${panel.nameOf(row)}`}
                  row={row}
                  name={panel.nameOf(row)}
                  forced={forced.has(row.key)}
                  textOf={textOf}
                  onForce={(on) => panel.force(row.key, on)}
                />
              ))}
            <ul className={styles.notes}>
              {plan
                .filter(({ outcome }) => outcome === 'skipped')
                .map((row) => (
                  <Note
                    key={`${row.key} ${row.field} ${panel.nameOf(row)}`}
                    text={words.skippedNote(panel.nameOf(row))}
                  />
                ))}
              {old && <Note text={words.oldNote} />}
              <Note text={words.money} />
            </ul>
          </>
        )}
      </section>
      <footer className={styles.panelFoot}>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button
          appearance="primary"
          disabledFocusable={panel.busy || panel.restorable === 0}
          onClick={() => !panel.busy && panel.restorable > 0 && panel.submit()}
        >
          {panel.busy ? words.sending : words.submit(count)}
        </Button>
      </footer>
    </aside>
  );
}

function Note({ text }: { text: string }) {
  return (
    <li>
      <Info16Regular aria-hidden />
      {text}
    </li>
  );
}

type TextOf = (row: ChangeResult, value: Change['old']) => string;

interface PlanProps {
  rows: readonly ChangeResult[];
  nameOf: (row: ChangeResult) => string;
  forced: ReadonlySet<string>;
  textOf: TextOf;
}

function PlanTable({ rows, nameOf, forced, textOf }: PlanProps) {
  const { undoColumns: columns } = words;
  const several = new Set(rows.map(({ field }) => field)).size > 1;
  return (
    <table className={styles.plan}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col" data-end>
            {columns.now}
          </th>
          <th scope="col" data-end>
            {columns.after}
          </th>
          <th scope="col">{columns.result}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const restores = row.outcome === 'changed' || forced.has(row.key);
          const now = row.current !== undefined ? row.current : row.old;
          return (
            <tr key={`${row.key} ${row.field} ${nameOf(row)}`}>
              <th scope="row">
                {nameOf(row)}
                {several && <span className={styles.setting}> {words.fields[row.field] ?? row.field}</span>}
              </th>
              <td data-end>{row.outcome === 'skipped' ? unknown : textOf(row, now)}</td>
              <td data-end>
                <strong className="bold">
                  {restores || row.outcome === 'unchanged' ? textOf(row, row.new) : unknown}
                </strong>
              </td>
              <td>
                <ToneBadge
                  tone={restores ? 'good' : (tones[row.outcome] ?? 'plain')}
                  text={words.results[restores ? 'changed' : row.outcome] ?? row.outcome}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface ConflictProps {
  row: ChangeResult;
  name: string;
  forced: boolean;
  textOf: TextOf;
  onForce: (on: boolean) => void;
}

function ConflictBox({ row, name, forced, textOf, onForce }: ConflictProps) {
  return (
    <div className={styles.conflict}>
      <Warning16Filled aria-hidden />
      <div>
        <strong className="bold">{words.isNow(name, textOf(row, row.current ?? null))}</strong>
        <p>{words.setIt(row.changed_by ?? words.someone)}</p>
        <Checkbox
          label={words.forceOne(textOf(row, row.new))}
          checked={forced}
          onChange={(_, data) => onForce(data.checked === true)}
        />
      </div>
    </div>
  );
}
