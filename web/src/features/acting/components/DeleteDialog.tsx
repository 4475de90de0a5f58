import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { actingMessages as words } from '../messages.ts';
import styles from './acting.module.css';

interface Props {
  names: readonly string[];
  onClose: () => void;
  onDelete: () => void;
}

const named = 8;

/** Asks before something is deleted, which cannot be undone. The focus is on Cancel. */
export function DeleteDialog({ names, onClose, onDelete }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <Dialog open modalType="alert" onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{words.deleteTitle}</DialogTitle>
          <DialogContent>
            <p className={styles.plain}>{words.deleteText}</p>
            <ul className={styles.names}>
              {names.slice(0, named).map((name, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two objects may have one name.
                <li key={`${place} ${name}`}>{name}</li>
              ))}
              {names.length > named && <li>{words.andMore(names.length - named)}</li>}
            </ul>
          </DialogContent>
          <DialogActions>
            <Button ref={cancel} onClick={onClose}>
              {words.cancel}
            </Button>
            <Button appearance="primary" onClick={onDelete}>
              {words.delete}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
