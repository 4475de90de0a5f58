import { OverlayDrawer } from '@fluentui/react-components';
import { NavMenu } from './NavMenu.tsx';
import styles from './shell.module.css';

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** The menu over the sheet, on narrow screens. */
export function MenuDrawer({ open, onOpen }: Props) {
  return (
    <OverlayDrawer open={open} onOpenChange={(_, data) => onOpen(data.open)} size="small" aria-label="Menu">
      <nav className={styles.nav} data-drawer aria-label="Main">
        <NavMenu rail={false} onNavigate={() => onOpen(false)} />
      </nav>
    </OverlayDrawer>
  );
}
