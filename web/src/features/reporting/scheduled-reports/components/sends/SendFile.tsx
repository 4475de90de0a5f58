import type { ReportSendRow } from '../../api/report-schedule-types.ts';
import { scheduledReportMessages } from '../../messages.ts';
import { sizeText } from '../../model/schedule-texts.ts';
import type { ReportActions } from '../use-report-actions.ts';
import styles from './sends.module.css';

const { sends: words } = scheduledReportMessages;

const keptMs = 30 * 86_400_000;

interface Props {
  send: ReportSendRow;
  /** Days of the send, in words. */
  range: string;
  /** Milliseconds. */
  now: number;
  actions: ReportActions;
}

/** The file of a send while it is kept, then the way to have it made again. */
export function SendFile({ send, range, now, actions }: Props) {
  const { file, send_id, at } = send;
  if (file === null) return <span className="muted">–</span>;
  const isKept = now - Date.parse(at) < keptMs && !actions.gone.has(send_id);
  const text = isKept ? `${file.name.split('.').at(-1)}, ${sizeText(file.bytes)}` : words.again;
  const label = isKept ? words.download(text, file.name) : words.againOf(range);
  return (
    <button
      type="button"
      className={styles.file}
      aria-disabled={actions.busy}
      aria-label={label}
      title={label}
      onClick={() => void (isKept ? actions.download(send) : actions.again(send))}
    >
      {text}
    </button>
  );
}
