import { Button, Skeleton, SkeletonItem } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatWeekdayDate } from '../../../../../shared/calendar/day-texts.ts';
import { formatClock } from '../../../../../shared/format/ages.ts';
import { ReportError } from '../../../../../shared/report/index.ts';
import type { LoadedChange } from '../../api/changes-api.ts';
import { markMessages as words } from '../../messages.ts';
import { describeChange, titleOfChange } from '../../model/marks/describe-change.ts';
import { MarkIcon } from './MarkIcon.tsx';
import styles from './marks.module.css';
import type { ChartMarks } from './use-chart-marks.ts';

interface Props {
  marks: ChartMarks;
  /** Those of the lines drawn, newest first. */
  changes: readonly LoadedChange[];
  /** How many objects are drawn. */
  drawn: number;
  /** Ids of the changes of the mark that was pressed; the first of them gets the focus. */
  opened: ReadonlySet<string>;
  onClose: () => void;
}

/** All marks as a list, by day: over the table, so that the chart beside it does not move; over everything on narrow screens. */
export function ChangeDrawer({ marks, changes, drawn, opened, onClose }: Props) {
  const root = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = changes.find(({ id }) => opened.has(id))?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mark that is pressed, not when the list moves.
  useEffect(() => {
    const entry = root.current?.querySelector<HTMLElement>('[aria-current]') ?? null;
    entry?.scrollIntoView({ block: 'nearest' });
    (entry ?? heading.current)?.focus({ preventScroll: true });
  }, [opened]);
  return (
    <section
      ref={root}
      className={styles.drawer}
      aria-label={words.drawer}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {words.drawer}
        </h2>
        <Button
          size="small"
          appearance="subtle"
          icon={<Dismiss20Regular />}
          aria-label="Close"
          title="Close (Esc)"
          onClick={onClose}
        />
        <p>{words.drawn(drawn)}</p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.body} tabIndex={0} aria-label={words.list}>
        {marks.error !== null && <ReportError error={marks.error} answeredAt={0} onRetry={marks.retry} />}
        {marks.loaded === null && marks.error === null && <Waiting />}
        {marks.loaded !== null && changes.length === 0 && <Nothing marks={marks} />}
        <DayLists changes={changes} level={marks.level} opened={opened} first={first} />
        {marks.loaded?.more && <p className={styles.note}>{words.more}</p>}
        {marks.loaded !== null && <p className={styles.note}>{words.origin}</p>}
      </section>
    </section>
  );
}

type ListProps = Pick<Props, 'changes' | 'opened'> & { level: ChartMarks['level']; first: string | null };

function DayLists({ changes, level, opened, first }: ListProps): ReactNode {
  const days = [...new Set(changes.map(({ day }) => day))];
  return days.map((day) => (
    <div key={day} className={styles.day}>
      <h3>{formatWeekdayDate(day)}</h3>
      <ul>
        {changes
          .filter((change) => change.day === day)
          .map((change) => (
            <li
              key={change.id}
              aria-current={opened.has(change.id) || undefined}
              tabIndex={change.id === first ? -1 : undefined}
            >
              <MarkIcon change={change} />
              <span className={styles.words}>
                <strong>{titleOfChange(change)}</strong>
                <span className="secondary">{describeChange(change, level)}</span>
                <span className="secondary">{words.by(change.actor)}</span>
              </span>
              <time dateTime={change.at}>{formatClock(change.at, change.timeZone)}</time>
            </li>
          ))}
      </ul>
    </div>
  ));
}

function Nothing({ marks }: { marks: ChartMarks }) {
  const { choice, choose } = marks;
  if (choice.fields === null) return <p className={styles.nothing}>{words.nothing}</p>;
  return (
    <div className={styles.nothing}>
      <p>{words.noMatch}</p>
      <Button size="small" onClick={() => choose({ fields: null })}>
        {words.showAll}
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <Skeleton aria-label="Loading..." className={styles.waiting}>
      <SkeletonItem size={16} />
      <SkeletonItem size={32} />
      <SkeletonItem size={32} />
    </Skeleton>
  );
}
