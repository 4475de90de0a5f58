import { Button } from '@fluentui/react-components';
import { type ReactNode, useEffect } from 'react';
import { pastMessages as words } from '../messages.ts';
import { useGoToInstant } from '../past-instant.ts';
import type { PastScope } from '../past-scope.ts';
import type { ViewKey } from '../views/past-view-calls.ts';
import { type PastState, pastViews, usePastState } from '../views/past-views.ts';
import { formatInstantIn } from '../zoned-time.ts';
import styles from './past-view.module.css';

interface Props extends PastScope {
  instant: string;
  children: ReactNode;
}

/** What is shown of a past instant: its figures, or why they are not there. */
export function PastReports({ applicationId, timeZone, instant, children }: Props) {
  const goTo = useGoToInstant();
  const back = <Button onClick={() => goTo(null)}>{words.backToNow}</Button>;
  if (applicationId === null) {
    return (
      <div className={styles.instead}>
        <h2>{words.chooseOne}</h2>
        <div>{back}</div>
      </div>
    );
  }
  return (
    <OfApplication view={{ applicationId, instant }} timeZone={timeZone} back={back}>
      {children}
    </OfApplication>
  );
}

interface ViewProps extends Pick<Props, 'timeZone' | 'children'> {
  view: ViewKey;
  back: ReactNode;
}

function OfApplication({ view, timeZone, back, children }: ViewProps) {
  const { applicationId, instant } = view;
  useEffect(() => pastViews.follow({ applicationId, instant }), [applicationId, instant]);
  const state = usePastState(view);
  if (state.status === 'ready') return children;
  const then = formatInstantIn(instant, timeZone);
  if (state.status === 'failed') {
    return (
      <div className={styles.instead} role="alert">
        <h2>{words.failed(then)}</h2>
        {state.why !== null && <p>{state.why}</p>}
        <div>
          <Button appearance="primary" onClick={() => pastViews.retry(view)}>
            {words.tryAgain}
          </Button>
          {back}
        </div>
      </div>
    );
  }
  if (state.status === 'asking') return <Asking />;
  return <Preparing state={state} then={then} back={back} />;
}

/** It takes a moment to learn whether anything is to be prepared. */
function Asking() {
  return (
    <p role="status" className="visually-hidden">
      {words.loading}
    </p>
  );
}

interface PreparingProps {
  state: Extract<PastState, { status: 'preparing' | 'busy' }>;
  then: string;
  back: ReactNode;
}

/** The sentence is a message to screen readers and said once; its percents, which move, are the bar's. */
function Preparing({ state, then, back }: PreparingProps) {
  const progress = state.status === 'preparing' ? state.progress : 0;
  return (
    <div className={styles.instead} aria-busy="true">
      <span
        role="progressbar"
        aria-label={words.preparing(then)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(progress * 100)}
        className={styles.bar}
      >
        <span style={{ width: `${progress * 100}%` }} />
      </span>
      <p role="status" className={styles.sentence}>
        {state.status === 'busy' ? (
          words.busy(state.seconds)
        ) : (
          <>
            {words.preparing(then)}
            <span aria-hidden="true"> {words.percent(progress)}</span>
          </>
        )}
      </p>
      <div>{back}</div>
    </div>
  );
}
