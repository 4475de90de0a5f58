import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useMediaQuery } from '../../../../shared/page/browser-state.ts';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import { useKeptFocus } from '../../../../shared/page/use-kept-focus.ts';
import frame from '../../../../shared/past-view/components/past-view.module.css';
import { usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { localSettings } from '../../../../shared/storage/local-settings.ts';
import { useToasts } from '../../../../shared/ui/toasts/toasts.ts';
import { NavMenu } from './NavMenu.tsx';
import { isPaletteKey } from './palette/palette-key.ts';
import styles from './shell.module.css';
import { type Shell, ShellContext, type ShellDialog } from './shell-context.ts';

const loadPalette = () => import('./palette/Palette.tsx');
/** Only narrow screens have it, and only once it is opened. */
const MenuDrawer = lazyPart(async () => (await import('./MenuDrawer.tsx')).MenuDrawer);
const Palette = lazyPart(async () => (await loadPalette()).Palette);
/** Fetched with the first toast. */
const ToastList = lazyPart(async () => (await import('../../../../shared/ui/toasts/ToastList.tsx')).ToastList);
/** Fetched after the screen: what is being created goes on whatever is shown. */
const CreationWatch = lazyPart(async () => (await import('../../../campaigns/creations/index.ts')).CreationWatch);
const ShellDialogs = lazyPart(async () => (await import('./help/ShellDialogs.tsx')).ShellDialogs);

/** The frame of all screens behind the sign-in: the menu beside one sheet that scrolls inside itself. */
export function AppShell({ children }: { children: ReactNode }) {
  const narrow = useMediaQuery('(max-width: 1023px)');
  const [collapsed, setCollapsed] = useState(localSettings.sideMenuCollapsed);
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  const [palette, setPalette] = useState(false);
  const [dialog, setDialog] = useState<ShellDialog | null>(null);
  const shell = useMemo<Shell>(
    () => ({
      openMenu: narrow ? () => setMenu('open') : null,
      toggleMenu: narrow
        ? null
        : () => {
            localSettings.setSideMenuCollapsed(!collapsed);
            setCollapsed(!collapsed);
          },
      collapsed,
      openPalette: () => setPalette(true),
      fetchPalette: () => void loadPalette().catch(() => undefined),
      showDialog: setDialog,
    }),
    [narrow, collapsed],
  );
  const toasts = useToasts().length > 0;
  const past = usePastInstant() !== null;
  usePaletteKey(shell.openPalette);
  useKeptFocus();
  return (
    <ShellContext value={shell}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <div className={styles.shell}>
        {narrow && menu !== 'never' && (
          <Suspense fallback={null}>
            <MenuDrawer open={menu === 'open'} onOpen={(open) => setMenu(open ? 'open' : 'closed')} />
          </Suspense>
        )}
        {!narrow && (
          <nav className={styles.nav} data-rail={collapsed} aria-label="Main">
            <NavMenu rail={collapsed} />
          </nav>
        )}
        <main id="content" className={past ? `${styles.sheet} ${frame.frame}` : styles.sheet} tabIndex={-1}>
          {children}
        </main>
      </div>
      <Suspense fallback={null}>
        <CreationWatch />
      </Suspense>
      <Suspense fallback={null}>
        {toasts && <ToastList />}
        {palette && <Palette onClose={() => setPalette(false)} />}
        {dialog !== null && <ShellDialogs dialog={dialog} onClose={() => setDialog(null)} />}
      </Suspense>
    </ShellContext>
  );
}

/** Ctrl+K, or Cmd+K, opens the palette from anywhere but from within another dialog. */
function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      // The browser's own use of the key is not wanted in either case.
      event.preventDefault();
      if (document.querySelector('dialog[open], [aria-modal="true"]') === null) open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);
}
