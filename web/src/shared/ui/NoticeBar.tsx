import { ErrorCircle20Filled } from '@fluentui/react-icons/svg/error-circle';
import { Info20Regular } from '@fluentui/react-icons/svg/info';
import type { ReactNode } from 'react';
import styles from './notice-bar.module.css';

interface Props {
  intent: 'info' | 'warning' | 'error';
  /** Instead of that of the intent. */
  icon?: ReactNode;
  children: ReactNode;
  /** Buttons behind the words. */
  actions?: ReactNode;
}

/** A sentence over what it is about. Plain elements: every screen's first load has it. */
export function NoticeBar({ intent, icon, children, actions }: Props) {
  return (
    <div className={styles.bar} data-intent={intent}>
      {icon ?? (intent === 'error' ? <ErrorCircle20Filled aria-hidden /> : <Info20Regular aria-hidden />)}
      <div className={styles.words}>{children}</div>
      {actions}
    </div>
  );
}
