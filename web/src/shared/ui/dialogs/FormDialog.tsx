import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { messageOf } from '../../server/http/api-error.ts';
import styles from './form-dialog.module.css';
import { dialogMessages as words } from './messages.ts';

interface Props {
  title: string;
  submit: string;
  busy: boolean;
  /** Why the server refused, if it did. */
  error: Error | null;
  onClose: () => void;
  /** Sends the form. May answer the name of the first field that is wrong; that field takes the focus. */
  onSubmit: () => string | undefined | void;
  children: ReactNode;
}

/** A form in a dialog. It stays open until the server has accepted what was sent. */
export function FormDialog({ title, submit, busy, error, onClose, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  function send(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    const wrong = onSubmit();
    if (typeof wrong === 'string') form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.dialog}>
        <form ref={form} onSubmit={send} noValidate>
          <DialogBody>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={styles.fields}>
              {error !== null && (
                <MessageBar intent="error" role="alert" layout="multiline">
                  <MessageBarBody>{messageOf(error)}</MessageBarBody>
                </MessageBar>
              )}
              {children}
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" appearance="primary" disabledFocusable={busy}>
                {submit}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
