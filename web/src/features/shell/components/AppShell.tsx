import { OverlayDrawer } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import { localSettings } from '../../../shared/storage/local-settings.ts';
import { useMediaQuery } from '../../../shared/ui/browser-state.ts';
import { NavMenu } from './NavMenu.tsx';
import { NavDrawerContext } from './nav-drawer-context.ts';
import styles from './shell.module.css';

/** The frame of all screens behind the sign-in: the menu beside one sheet that scrolls inside itself. */
export function AppShell({ children }: { children: ReactNode }) {
  const narrow = useMediaQuery('(max-width: 1023px)');
  const [collapsed, setCollapsed] = useState(localSettings.sideMenuCollapsed);
  const [open, setOpen] = useState(false);
  const toggle = () => {
    localSettings.setSideMenuCollapsed(!collapsed);
    setCollapsed(!collapsed);
  };
  return (
    <NavDrawerContext value={narrow ? () => setOpen(true) : null}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <div className={styles.shell}>
        {narrow ? (
          <OverlayDrawer open={open} onOpenChange={(_, data) => setOpen(data.open)} size="small" aria-label="Menu">
            <nav className={styles.nav} data-drawer aria-label="Main">
              <NavMenu rail={false} onNavigate={() => setOpen(false)} />
            </nav>
          </OverlayDrawer>
        ) : (
          <nav className={styles.nav} data-rail={collapsed} aria-label="Main">
            <NavMenu rail={collapsed} onToggle={toggle} />
          </nav>
        )}
        <main id="content" className={styles.sheet} tabIndex={-1}>
          {children}
        </main>
      </div>
    </NavDrawerContext>
  );
}
