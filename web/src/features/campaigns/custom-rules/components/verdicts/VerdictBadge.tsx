import { Clock16Regular } from '@fluentui/react-icons/svg/clock';
import { Warning16Filled } from '@fluentui/react-icons/svg/warning';
import type { CustomVerdict } from '../../api/custom-rule-types.ts';
import { lookOf } from '../../model/verdicts/verdict-look.ts';
import styles from './verdicts.module.css';

/** A verdict in a word; what waits and what warns has a sign too. */
export function VerdictBadge({ verdict }: { verdict: CustomVerdict }) {
  const { word, tone, icon } = lookOf(verdict);
  return (
    <span className={`badge ${styles.badge}`} data-tone={tone}>
      {icon === 'clock' && <Clock16Regular aria-hidden />}
      {icon === 'warning' && <Warning16Filled aria-hidden />}
      {word}
    </span>
  );
}
