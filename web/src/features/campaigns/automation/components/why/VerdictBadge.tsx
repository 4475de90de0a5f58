import { toneOf } from '../../model/why.ts';
import { verdictMessages as words } from '../../verdict-messages.ts';
import styles from './verdict-badge.module.css';

/** A verdict in a word. @param dry nothing was done by it */
export function VerdictBadge({ verdict, dry = false }: { verdict: string; dry?: boolean }) {
  const text = dry && verdict === 'raised' ? words.wouldRaise : (words.verdicts[verdict] ?? verdict);
  return (
    <span className={styles.badge} data-tone={toneOf(verdict)}>
      {text}
    </span>
  );
}
