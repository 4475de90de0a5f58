import { Button, ProgressBar } from '@fluentui/react-components';
import { ArrowUndo16Regular } from '@fluentui/react-icons/svg/arrow-undo';
import type { ChangeResponse, CreationResponse } from '@tapwise/contract';
import { Link, useLocation } from 'react-router-dom';
import { isDone } from '../../../../shared/campaigns/changes/outcomes.ts';
import { NoticeBar } from '../../../../shared/ui/NoticeBar.tsx';
import { termMessages as words } from '../messages.ts';
import styles from './terms.module.css';
import type { SavingSteps } from './use-saving.ts';

/** What saving has come to, over the bar that began it. */
export function SaveOutcome({ saving: { saving, fix, dismiss, undo } }: { saving: SavingSteps }) {
  if (saving.phase === 'idle' || saving.phase === 'sending') return null;
  if (saving.phase === 'running') {
    const { offset, total, queued } = saving;
    return (
      <div className={styles.outcome} role="status">
        <ProgressBar aria-label={words.sending} value={total === 0 ? 0 : offset / total} />
        <span>
          {queued ? words.queued : <strong className="bold">{words.progress(offset, total)}</strong>}{' '}
          {!queued && words.safe}
        </span>
      </div>
    );
  }
  if (saving.phase === 'failed') {
    const { message, fixable } = saving;
    return (
      <div className={styles.outcome} role="alert">
        <NoticeBar
          intent="error"
          actions={
            fixable.length > 0 ? (
              <Button size="small" onClick={() => fix(fixable)}>
                {words.fixIt}
              </Button>
            ) : (
              <Button size="small" onClick={dismiss}>
                {words.dismiss}
              </Button>
            )
          }
        >
          <strong>{message}</strong>
        </NoticeBar>
      </div>
    );
  }
  return <Ended response={saving.response} change={saving.change} onUndo={undo} onDismiss={dismiss} />;
}

interface EndedProps {
  response: CreationResponse;
  change: ChangeResponse | null;
  onUndo: (changeId: string) => Promise<void>;
  onDismiss: () => void;
}

function Ended({ response, change, onUndo, onDismiss }: EndedProps) {
  const history = useHistoryAddress();
  const { created = 0, skipped = 0, details, warning, change_id: changeId } = response;
  const negatives = (change?.results ?? []).filter(
    ({ field, outcome }) => field === ('negative' as string) && isDone(outcome),
  ).length;
  const refused = details?.reasons ?? [];
  const facts = [
    words.outcome(created, negatives),
    ...(skipped === 0 ? [] : [words.skipped(skipped)]),
    ...(warning === undefined ? [] : [warning]),
  ].filter((text) => text !== '');
  return (
    <div className={styles.outcome} role="status">
      <NoticeBar
        intent={refused.length === 0 && warning === undefined ? 'info' : 'error'}
        actions={
          <span className={styles.acts}>
            {changeId !== undefined && (
              <Button size="small" icon={<ArrowUndo16Regular />} onClick={() => void onUndo(changeId)}>
                {words.undo}
              </Button>
            )}
            <Link to={history}>{words.history}</Link>
            <Button size="small" appearance="subtle" onClick={onDismiss}>
              {words.dismiss}
            </Button>
          </span>
        }
      >
        <strong>{created > 0 || negatives === 0 ? words.added : words.saved}</strong> {facts.join(', ')}
        {refused.slice(0, 5).map(({ text, message }) => (
          <div key={`${text} ${message}`}>{words.refusedByApple(text, message)}</div>
        ))}
      </NoticeBar>
    </div>
  );
}

function useHistoryAddress() {
  const here = new URLSearchParams(useLocation().search);
  const scope = new URLSearchParams([...here].filter(([key]) => key === 'app' || key === 'org'));
  return { pathname: '/client/management/history', search: scope.toString() };
}
