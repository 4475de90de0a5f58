import { ErrorCircle20Filled } from '@fluentui/react-icons/svg/error-circle';
import { Info20Regular } from '@fluentui/react-icons/svg/info';
import { Warning20Filled } from '@fluentui/react-icons/svg/warning';
import type { ReactNode } from 'react';
import styles from './notice-bar.module.css';

const icons = { info: Info20Regular, warning: Warning20Filled, error: ErrorCircle20Filled };

interface Props {
  intent: keyof typeof icons;
  children: ReactNode;
  /** Buttons behind the words. */
  actions?: ReactNode;
}

/** A sentence over what it is about. Plain elements: every screen's first load has it. */
export function NoticeBar({ intent, children, actions }: Props) {
  const Icon = icons[intent];
  return (
    <div className={styles.bar} data-intent={intent}>
      <Icon aria-hidden />
      <div className={styles.words}>{children}</div>
      {actions}
    </div>
  );
}
