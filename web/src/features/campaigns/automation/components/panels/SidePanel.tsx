import { Button } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { automationMessages as words } from '../../messages.ts';
import styles from './panel.module.css';

interface Props {
  title: string;
  description?: ReactNode;
  /** For forms and logs; explanations are narrow. */
  wide?: boolean;
  /** Buttons that stay visible under what scrolls. */
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Something beside a table. It takes the focus when it opens and goes with Escape. */
export function SidePanel({ title, description, wide = false, foot, onClose, children }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <aside
      className={styles.panel}
      data-wide={wide || undefined}
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <header className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button
          size="small"
          appearance="subtle"
          icon={<Dismiss20Regular />}
          aria-label={words.close}
          onClick={onClose}
        />
        {description !== undefined && <p>{description}</p>}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.body} tabIndex={0} aria-label={title}>
        {children}
      </section>
      {foot !== undefined && <footer className={styles.foot}>{foot}</footer>}
    </aside>
  );
}
