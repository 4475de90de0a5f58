import { type ReactNode, Suspense, useState } from 'react';
import { localSettings } from '../../../shared/storage/local-settings.ts';
import { useMediaQuery } from '../../../shared/ui/browser-state.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.tsx';
import { NavMenu } from './NavMenu.tsx';
import { NavDrawerContext } from './nav-drawer-context.ts';
import styles from './shell.module.css';

/** Only narrow screens have it, and only once it is opened. */
const MenuDrawer = lazyPart(async () => (await import('./MenuDrawer.tsx')).MenuDrawer);

/** The frame of all screens behind the sign-in: the menu beside one sheet that scrolls inside itself. */
export function AppShell({ children }: { children: ReactNode }) {
  const narrow = useMediaQuery('(max-width: 1023px)');
  const [collapsed, setCollapsed] = useState(localSettings.sideMenuCollapsed);
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const openMenu = () => {
    setOpen(true);
    setOpened(true);
  };
  const toggle = () => {
    localSettings.setSideMenuCollapsed(!collapsed);
    setCollapsed(!collapsed);
  };
  return (
    <NavDrawerContext value={narrow ? openMenu : null}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <div className={styles.shell}>
        {narrow && opened && (
          <Suspense fallback={null}>
            <MenuDrawer open={open} onOpen={setOpen} />
          </Suspense>
        )}
        {!narrow && (
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
