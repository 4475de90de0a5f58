import { DrawerBody, DrawerHeader, DrawerHeaderTitle, OverlayDrawer } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import styles from './scope.module.css';

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
  children: ReactNode;
}

/** The pickers of a narrow screen, one under the other. */
export function ScopeDrawer({ open, onOpen, children }: Props) {
  return (
    <OverlayDrawer
      open={open}
      position="bottom"
      onOpenChange={(_, data) => onOpen(data.open)}
      className={styles.drawer}
    >
      <DrawerHeader>
        <DrawerHeaderTitle>Scope</DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody>
        <div className={styles.stacked}>{children}</div>
      </DrawerBody>
    </OverlayDrawer>
  );
}
