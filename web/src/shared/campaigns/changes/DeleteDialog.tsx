import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import styles from './delete-dialog.module.css';
import { deleteMessages as words } from './delete-messages.ts';

interface Props {
  names: readonly string[];
  /** What is lost, where it is not the data of an ad object. */
  text?: string;
  onClose: () => void;
  onDelete: () => void;
}

const named = 8;

/** Asks before something is deleted, which cannot be undone. The focus is on Cancel. */
export function DeleteDialog({ names, text = words.deleteText, onClose, onDelete }: Props) {
  return (
    <ConfirmDialog title={words.deleteTitle} action={words.delete} onClose={onClose} onConfirm={onDelete}>
      <p className={styles.plain}>{text}</p>
      <ul className={styles.names}>
        {names.slice(0, named).map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two objects may have one name.
          <li key={`${index} ${name}`}>{name}</li>
        ))}
        {names.length > named && <li>{words.andMore(names.length - named)}</li>}
      </ul>
    </ConfirmDialog>
  );
}
