import { useRestoreFocusTarget } from '@fluentui/react-components';
import { Navigation20Regular } from '@fluentui/react-icons/svg/navigation';
import { type ReactNode, useContext } from 'react';
import { useTitle } from '../../../shared/page/browser-state.ts';
import { PageHeading } from '../../../shared/page/PageHeading.tsx';
import { HelpButton } from './help/HelpButton.tsx';
import styles from './shell.module.css';
import { ShellContext } from './shell-context.ts';

/** First line of a screen: its name, the path to what it shows, and what can be done with it. */
export function TitleRow({ title, path, end }: { title: string; path?: ReactNode; end?: ReactNode }) {
  const openMenu = useContext(ShellContext)?.openMenu ?? null;
  // The menu's drawer gives the focus back to the button that opened it.
  const restoreFocus = useRestoreFocusTarget();
  useTitle(title);
  return (
    <header className={styles.titleRow}>
      {openMenu !== null && (
        <button {...restoreFocus} type="button" className={styles.toggle} aria-label="Menu" onClick={openMenu}>
          <Navigation20Regular />
        </button>
      )}
      <PageHeading>{title}</PageHeading>
      {path !== undefined && <div className={styles.path}>{path}</div>}
      <div className={styles.end}>{end}</div>
      <HelpButton />
    </header>
  );
}
