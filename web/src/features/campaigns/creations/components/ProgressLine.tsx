import type { Creation } from '@tapwise/contract';
import { creationMessages as words } from '../messages.ts';
import { progressText, shareOf } from '../model/creation-texts.ts';
import styles from './creations.module.css';

/** How much of a creation is done, as a bar of 6 px. */
export function ProgressLine({ creation }: { creation: Creation }) {
  const share = shareOf(creation);
  return (
    <div
      role="progressbar"
      className={styles.track}
      data-state={creation.state}
      aria-label={creation.name}
      aria-valuemin={0}
      aria-valuemax={creation.total}
      aria-valuenow={creation.offset}
      aria-valuetext={`${progressText(creation)}, ${words.percent(share)}`}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  );
}
