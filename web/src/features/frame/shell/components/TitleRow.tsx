import { useRestoreFocusTarget } from '@fluentui/react-components';
import { Navigation20Regular } from '@fluentui/react-icons/svg/navigation';
import { type ReactNode, Suspense, useContext } from 'react';
import { useTitle } from '../../../../shared/page/browser-state.ts';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import { PageHeading } from '../../../../shared/page/PageHeading.tsx';
import { AsOfControl } from '../../../../shared/past-view/components/AsOfControl.tsx';
import { PastNotice } from '../../../../shared/past-view/components/PastNotice.tsx';
import { usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import type { PastScope } from '../../../../shared/past-view/past-scope.ts';
import { HelpButton } from './help/HelpButton.tsx';
import { ServiceNotice } from './ServiceNotice.tsx';
import styles from './shell.module.css';
import { ShellContext } from './shell-context.ts';

/** Fetched after the screen; on every one of them. */
const StopAll = lazyPart(async () => (await import('../../../campaigns/stop-all/index.ts')).StopAll);
const NoticesButton = lazyPart(async () => (await import('../../notices/index.ts')).NoticesButton);
const JobsButton = lazyPart(async () => (await import('../../../campaigns/creations/index.ts')).JobsButton);

interface Props {
  title: string;
  path?: ReactNode;
  end?: ReactNode;
  /** Whose past the screen can show; screens without figures leave it out. */
  past?: PastScope;
}

/** First line of a screen: its name, the path to what it shows, and what can be done with it. Nothing is stopped from the past. */
export function TitleRow({ title, path, end, past }: Props) {
  const shell = useContext(ShellContext);
  const openMenu = shell?.openMenu ?? null;
  // The menu's drawer gives the focus back to the button that opened it.
  const restoreFocus = useRestoreFocusTarget();
  const instant = usePastInstant();
  useTitle(title);
  return (
    <>
      <header className={styles.titleRow}>
        {openMenu !== null && (
          <button {...restoreFocus} type="button" className={styles.toggle} aria-label="Menu" onClick={openMenu}>
            <Navigation20Regular />
          </button>
        )}
        <PageHeading>{title}</PageHeading>
        {path !== undefined && <div className={styles.path}>{path}</div>}
        <div className={styles.end}>{end}</div>
        {shell !== null && instant === null && (
          <Suspense fallback={<span className={styles.stopPlace} />}>
            <StopAll />
          </Suspense>
        )}
        {past !== undefined && <AsOfControl {...past} />}
        {shell !== null && (
          <Suspense fallback={<span className={styles.buttonPlace} />}>
            <NoticesButton />
          </Suspense>
        )}
        {shell !== null && (
          <Suspense fallback={<span className={styles.buttonPlace} />}>
            <JobsButton />
          </Suspense>
        )}
        <HelpButton />
      </header>
      {shell !== null && <ServiceNotice />}
      {past !== undefined && <PastNotice timeZone={past.timeZone} />}
    </>
  );
}
