import type { Organization } from '@tapwise/contract';
import { addDays } from '@tapwise/contract/calendar';
import { formatWeekday } from '../../../../../shared/calendar/day-texts.ts';
import { formatClock } from '../../../../../shared/format/ages.ts';
import { useClock } from '../../../../../shared/page/browser-state.ts';
import { reportMessages as words } from '../../../../../shared/report/messages.ts';
import styles from './live-strip.module.css';

/** Scope of today’s figures are shown: those of the whole application, or of the report on the screen. */
export type TodayChoice = 'all' | 'report';

interface Props {
  today: string;
  organization: Organization;
  /** Whether the application has several ad organizations. */
  many: boolean;
  choice: TodayChoice;
  onChoice: (choice: TodayChoice) => void;
}

/** Whose figures these are, which day it is, what time, and which day the changes are measured against. */
export function TodayTile({ today, organization, many, choice, onChoice }: Props) {
  const clock = useClock((now) => formatClock(now, organization.time_zone));
  const [weekday = ''] = formatWeekday(addDays(today, -1)).split(' ');
  return (
    <div className={styles.tile} data-wide>
      <select
        className={styles.choice}
        aria-label={words.todayChoice}
        title={choice === 'all' ? words.todayOfAllHint : words.todayOfReportHint(organization.name)}
        value={choice}
        onChange={(event) => onChoice(event.target.value === 'report' ? 'report' : 'all')}
      >
        <option value="all">{many ? words.todayOfAll : words.todayOfOne}</option>
        <option value="report">{words.todayOfReport}</option>
      </select>
      <span className={styles.day}>{formatWeekday(today)}</span>
      <span className={styles.foot}>
        <time>{clock}</time>
        {`, ${words.against(weekday)}`}
      </span>
    </div>
  );
}
