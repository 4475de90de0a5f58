import { ErrorCircle16Filled } from '@fluentui/react-icons/svg/error-circle';
import { Info16Regular } from '@fluentui/react-icons/svg/info';
import { Warning16Filled } from '@fluentui/react-icons/svg/warning';
import type { Alert } from '@tapwise/contract/alerts';
import { alertMessages as words } from '../messages.ts';
import styles from './severity.module.css';

const icons = { high: ErrorCircle16Filled, normal: Warning16Filled, low: Info16Regular };

/** How much an incident matters, by shape and colour. */
export function SeverityIcon({ severity }: { severity: Alert['severity'] }) {
  const Icon = icons[severity];
  return <Icon className={styles.icon} data-severity={severity} role="img" aria-label={words.severities[severity]} />;
}

/** The same in a table: a word with a mark. */
export function SeverityChip({ severity }: { severity: Alert['severity'] }) {
  return (
    <span className={styles.chip} data-severity={severity}>
      {words.severities[severity]}
    </span>
  );
}
