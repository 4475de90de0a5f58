import { dayInZone } from '@tapwise/contract/calendar';
import { formatCount } from '../../../../../shared/format/numbers.ts';
import type { ReportSchedule, ReportSendRow } from '../../api/report-schedule-types.ts';
import { scheduledReportMessages } from '../../messages.ts';
import { instantIn, rangeText, viewText } from '../../model/schedule-texts.ts';
import { useOpenedAt } from '../use-opened-at.ts';
import styles from './panel.module.css';

const { panel: words } = scheduledReportMessages;

interface Props {
  schedule: ReportSchedule;
  /** The newest send that was made. */
  send: ReportSendRow;
}

/** What the newest file says of itself. */
export function Receipt({ schedule, send }: Props) {
  const { labels } = words;
  const { zone } = schedule.cadence;
  const today = dayInZone(useOpenedAt(), zone);
  return (
    <section>
      <h3>
        {words.receipt} <span className="regular muted">{words.receiptOf(instantIn(zone, send.at))}</span>
      </h3>
      <dl className={styles.receipt}>
        <dt>{labels.rows}</dt>
        <dd>{words.counted(formatCount(send.rows))}</dd>
        <dt>{labels.range}</dt>
        <dd>{rangeText(send, today)}</dd>
        <dt>{labels.filters}</dt>
        <dd>{viewText(schedule.view)}</dd>
        <dt>{labels.position}</dt>
        <dd>
          <code>{send.position ?? '–'}</code>
        </dd>
        <dt>{labels.hash}</dt>
        <dd>{send.file === null ? '–' : <code title={send.file.sha256}>{shortHash(send.file.sha256)}</code>}</dd>
      </dl>
    </section>
  );
}

/** "9f2c 41d0 7be3 … e8a6". */
const shortHash = (hash: string): string =>
  `${[0, 4, 8].map((start) => hash.slice(start, start + 4)).join(' ')} … ${hash.slice(-4)}`;
