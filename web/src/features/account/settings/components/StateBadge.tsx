import { CheckmarkCircle16Filled } from '@fluentui/react-icons/svg/checkmark-circle';
import { Circle16Regular } from '@fluentui/react-icons/svg/circle';
import { Clock16Regular } from '@fluentui/react-icons/svg/clock';
import { ErrorCircle16Filled } from '@fluentui/react-icons/svg/error-circle';
import { Warning16Filled } from '@fluentui/react-icons/svg/warning';
import type { Integration } from '../model/integration-state.ts';
import styles from './settings.module.css';

const icons = {
  active: CheckmarkCircle16Filled,
  partial: Warning16Filled,
  waiting: Clock16Regular,
  error: ErrorCircle16Filled,
  none: Circle16Regular,
} as const;

/** How something that was set up does: a sign and a word. */
export function StateBadge({ state, text }: { state: Integration['state']; text: string }) {
  const Icon = icons[state];
  return (
    <span className={styles.badge} data-state={state}>
      <Icon />
      {text}
    </span>
  );
}
