import { ArrowSync16Regular } from '@fluentui/react-icons/svg/arrow-sync';
import { Clock16Regular } from '@fluentui/react-icons/svg/clock';
import { Pause16Regular } from '@fluentui/react-icons/svg/pause';
import { useEffect, useState } from 'react';
import { makesCampaign } from '../../../../shared/campaigns/creations/creations-query.ts';
import type { WatchedCreation } from '../../../../shared/campaigns/creations/watched-applications.ts';
import { creationMessages as words } from '../messages.ts';
import { progressText, shareOf, stateText, timeText } from '../model/creation-texts.ts';
import { CreationSteps } from './CreationSteps.tsx';
import styles from './creations.module.css';
import { ProgressLine } from './ProgressLine.tsx';

const icons = { queued: Clock16Regular, running: ArrowSync16Regular, stopped: Pause16Regular };

/** A creation that runs or waits: its progress and what delays it. */
export function CreationCard({ creation }: { creation: WatchedCreation }) {
  const { state, name, kind } = creation;
  const Icon = icons[state as keyof typeof icons] ?? ArrowSync16Regular;
  const running = state === 'running';
  const note = running ? (makesCampaign(kind) ? words.paused : words.running) : words.states[state];
  return (
    <section className={styles.card} aria-label={name} data-state={state}>
      <div className={styles.cardHead}>
        <Icon aria-hidden className={styles.stateIcon} />
        <strong>{name}</strong>
        <span className={styles.note}>{note}</span>
        <CreationSteps creation={creation} />
      </div>
      <ProgressLine creation={creation} />
      <div className={styles.figures}>
        <strong>{progressText(creation)}</strong>
        {running && <Elapsed creation={creation} />}
        <span className={styles.percent}>{words.percent(shareOf(creation))}</span>
      </div>
      <p className={styles.quiet}>{stateText(creation)}</p>
    </section>
  );
}

/** The time it has taken, each second. */
function Elapsed({ creation }: { creation: WatchedCreation }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span className={styles.time}>{timeText(creation, now)}</span>;
}
