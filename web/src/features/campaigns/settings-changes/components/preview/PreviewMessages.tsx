import { Button } from '@fluentui/react-components';
import { isFailed, isOpen, type Outcome } from '../../../../../shared/campaigns/changes/outcomes.ts';
import { formatCount } from '../../../../../shared/format/numbers.ts';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { settingsChangeMessages as words } from '../../messages.ts';
import styles from './preview.module.css';
import type { SentEdits } from './send-edits.ts';
import type { Preview } from './use-preview.ts';

const order = [
  'changed',
  'unchanged',
  'conflict',
  'refused',
  'blocked',
  'skipped',
  'unknown',
  'pending',
  'queued',
] as const;

/** Over the table: why it could not be sent, or how much of it was not made. */
export function PreviewMessages({
  preview: { error, guarded, sent },
  onConfirm,
}: {
  preview: Preview;
  onConfirm: () => void;
}) {
  return (
    <div className={styles.messages} aria-live="polite">
      {error !== null && (
        <NoticeBar
          intent="error"
          actions={
            guarded !== null && (
              <Button size="small" onClick={onConfirm}>
                {words.confirmGuardrails}
              </Button>
            )
          }
        >
          <strong>{guarded === null ? error : words.guardrailAsks}</strong>
          {guarded !== null && guarded.length > 0 && (
            <span>
              {' '}
              {guarded.slice(0, 3).map(({ key, guardrail, limit, value }) => (
                <span key={`${key} ${guardrail}`}>{words.guardrailRow(String(limit), String(value))} </span>
              ))}
            </span>
          )}
        </NoticeBar>
      )}
      {sent !== null && <SentSummary sent={sent} />}
    </div>
  );
}

function SentSummary({ sent: { results } }: { sent: SentEdits }) {
  const count = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length;
  const failed = results.filter(({ outcome }) => isFailed(outcome)).length;
  const open = results.filter(({ outcome }) => isOpen(outcome)).length;
  return (
    <>
      {failed > 0 && (
        <NoticeBar intent="error">
          <strong>{words.notMade(failed, results.length)}</strong> {words.staysPending(failed + open)}
        </NoticeBar>
      )}
      <ul className={styles.counts}>
        {order
          .filter((outcome) => count(outcome) > 0)
          .map((outcome) => (
            <li key={outcome}>
              <strong>{formatCount(count(outcome))}</strong> {words.countOf[outcome]}
            </li>
          ))}
      </ul>
    </>
  );
}
