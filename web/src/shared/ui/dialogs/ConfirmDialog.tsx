import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { type ReactNode, useEffect, useRef } from 'react';
import { dialogMessages } from './messages.ts';

interface Props {
  title: string;
  /** The button that does it. */
  action: string;
  /** The button that does nothing. */
  cancel?: string;
  onConfirm: () => void;
  onClose: () => void;
  /** What happens then. */
  children: ReactNode;
}

/** Asks before something that no press takes back. The focus is on the button that does nothing. */
export function ConfirmDialog({ title, action, cancel = dialogMessages.cancel, onConfirm, onClose, children }: Props) {
  const harmless = useRef<HTMLButtonElement>(null);
  useEffect(() => harmless.current?.focus(), []);
  return (
    <Dialog open modalType="alert" onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>{children}</DialogContent>
          <DialogActions>
            <Button ref={harmless} onClick={onClose}>
              {cancel}
            </Button>
            <Button appearance="primary" onClick={onConfirm}>
              {action}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
