import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { formatDayRange } from '../../../../shared/calendar/days.ts';
import { messageOf } from '../../../../shared/http/api-error.ts';
import { reportMessages as words } from '../../messages.ts';
import styles from '../reports.module.css';
import { type Compared, maturityGap } from '../table/use-compared.ts';
import type { ReportRows } from '../table/use-report-rows.ts';

interface Props {
  rows: ReportRows;
  compared: Compared | null;
  error: unknown;
  onRetry: () => void;
}

/** What must be known before two periods are compared. */
export function CompareNotes({ rows, compared, error, onRetry }: Props) {
  if (error !== null) {
    return (
      <div role="alert" className={styles.note}>
        <MessageBar intent="error" className={styles.banner}>
          <MessageBarBody>{words.compareFailed(messageOf(error))}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={onRetry}>
              Retry
            </Button>
          </MessageBarActions>
        </MessageBar>
      </div>
    );
  }
  const gap = compared === null || rows.report === null ? null : maturityGap(rows.report.answer, compared);
  if (gap === null || compared === null) return null;
  const { from, to } = compared.days;
  const percent = (part: number) => Math.round(part * 100);
  return (
    <div className={styles.note}>
      <MessageBar intent="warning" className={styles.banner}>
        <MessageBarBody>
          {words.periodsDiffer(formatDayRange(from, to, to), percent(gap.now), percent(gap.before))}
        </MessageBarBody>
      </MessageBar>
    </div>
  );
}
