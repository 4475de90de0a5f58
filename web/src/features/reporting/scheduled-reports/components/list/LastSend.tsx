import { CheckmarkCircle16Filled } from '@fluentui/react-icons/svg/checkmark-circle';
import { Clock16Regular } from '@fluentui/react-icons/svg/clock';
import { ErrorCircle16Filled } from '@fluentui/react-icons/svg/error-circle';
import { Warning16Filled } from '@fluentui/react-icons/svg/warning';
import type { ComponentType } from 'react';
import type { ReportSchedule, SendState } from '../../api/report-schedule-types.ts';
import { scheduledReportMessages as words } from '../../messages.ts';
import { dayIn } from '../../model/schedule-texts.ts';
import styles from './schedules-table.module.css';

const tones = { waiting: 'blue', sent: 'good', partly: 'warning', skipped: 'none', failed: 'bad' } as const;
const icons: Record<SendState, ComponentType | null> = {
  waiting: Clock16Regular,
  sent: CheckmarkCircle16Filled,
  partly: Warning16Filled,
  skipped: null,
  failed: ErrorCircle16Filled,
};

/** How the last send ended. */
export function LastSend({ schedule: { last, cadence } }: { schedule: Pick<ReportSchedule, 'last' | 'cadence'> }) {
  if (last === null) return <span className="muted">{words.neverSent}</span>;
  const { [last.state]: Icon } = icons;
  return (
    <span className={styles.badge} data-tone={tones[last.state]}>
      {Icon !== null && <Icon />}
      {words.states[last.state](dayIn(cadence.zone, last.at))}
    </span>
  );
}
