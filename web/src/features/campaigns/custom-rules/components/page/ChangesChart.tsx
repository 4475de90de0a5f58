import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { addDays, dayInZone } from '@tapwise/contract/calendar';
import { formatDay } from '../../../../../shared/calendar/day-texts.ts';
import { formatCount } from '../../../../../shared/format/numbers.ts';
import { useClock } from '../../../../../shared/page/browser-state.ts';
import { isBy } from '../../../automation/index.ts';
import type { CustomRuleListed, CustomRun } from '../../api/custom-rule-types.ts';
import { changesOfRulesOptions } from '../../api/rule-page-api.ts';
import { pageWords as words } from '../../messages/page-words.ts';
import { daysOfChanges } from '../../model/page/run-changes.ts';
import styles from './page.module.css';

const shownDays = 30;
const half = 36;
const column = 15;

interface Props {
  application: Application;
  rule: CustomRuleListed;
  /** The run that is shown: a held one is marked. */
  run: CustomRun | null;
  timeZone: string;
}

/** What the rule changed on each day, upwards above the line and downwards below it. */
export function ChangesChart({ application, rule, run, timeZone }: Props) {
  const today = useClock((now) => dayInZone(now, timeZone));
  const from = addDays(today, 1 - shownDays);
  const organizations = Object.keys(rule.apply_to).map(Number);
  const query = useQuery(changesOfRulesOptions({ applicationId: application.id, organizations, from, to: today }));
  if (query.data === undefined) return null;
  const days = daysOfChanges(
    query.data,
    (actor) => isBy(rule, actor),
    Array.from({ length: shownDays }, (_, index) => addDays(from, index)),
  );
  const most = Math.max(1, ...days.flatMap(({ raised, lowered }) => [raised, lowered]));
  const sum = (pick: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + pick(day), 0);
  const raised = sum((day) => day.raised);
  const lowered = sum((day) => day.lowered);
  const size = (count: number) => (count / most) * (half - 1);
  const heldDay = run?.held == null ? -1 : days.findIndex(({ day }) => day === run.slot.slice(0, 10));
  return (
    <figure className={styles.chart}>
      <figcaption>
        <strong>{words.chartTitle}</strong> {words.chartNote}
      </figcaption>
      {raised + lowered === 0 ? (
        <p>{words.chartNone}</p>
      ) : (
        <div className={styles.plot}>
          {[most, 0, most].map((count, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: top, middle and bottom.
            <span key={index} data-count aria-hidden>
              {formatCount(count)}
            </span>
          ))}
          <svg
            viewBox={`0 0 ${shownDays * column} ${2 * half}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={words.chartText(raised, lowered)}
          >
            {days.map((day, index) => (
              <g key={day.day}>
                <rect data-up x={index * column + 3} y={half - size(day.raised)} width="9" height={size(day.raised)} />
                <rect data-down x={index * column + 3} y={half + 1} width="9" height={size(day.lowered)} />
              </g>
            ))}
            <line x1="0" x2={shownDays * column} y1={half} y2={half} />
            {heldDay >= 0 && (
              <line data-held x1={heldDay * column + 7} x2={heldDay * column + 7} y1="0" y2={2 * half} />
            )}
          </svg>
          <p className={styles.axis}>
            <span>{formatDay(from, today)}</span>
            {run?.held != null && <span data-held>{words.heldMark(run.held.would, run.held.judged)}</span>}
            <span>{formatDay(today, today)}</span>
          </p>
        </div>
      )}
    </figure>
  );
}
