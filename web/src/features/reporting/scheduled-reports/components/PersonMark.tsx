import { scheduledReportMessages as words } from '../messages.ts';
import styles from './scheduled-reports.module.css';

interface Props {
  /** Name of a member, or an address. */
  name: string | null;
  isMember: boolean;
  isWaiting?: boolean;
}

/** A recipient in two letters; addresses outside the team are grey. Beside the name it is decoration. */
export function PersonMark({ name, isMember, isWaiting = false }: Props) {
  const letters = (name ?? '')
    .split(/[\s@.]+/)
    .map((part) => part.charAt(0))
    .filter((letter) => /\p{L}/u.test(letter));
  return (
    <span
      className={styles.person}
      data-member={isMember || undefined}
      aria-hidden="true"
      title={name ?? words.panel.left}
    >
      {isWaiting || letters.length === 0 ? '?' : letters.slice(0, 2).join('').toUpperCase()}
    </span>
  );
}
