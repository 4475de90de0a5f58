import { Button } from '@fluentui/react-components';
import { ArrowUndo20Regular } from '@fluentui/react-icons/svg/arrow-undo';
import { settingsChangeMessages as words } from '../../messages.ts';
import { countOf } from '../../model/edit-summary.ts';
import styles from './preview.module.css';
import type { Preview } from './use-preview.ts';

interface Props {
  preview: Preview;
  onSubmit: () => void;
  onUndo: (changeIds: readonly string[]) => void;
  onClose: () => void;
}

/** Before: Cancel and Submit. After: Undo of what was changed, and Close. */
export function PreviewFoot({ preview: { sent, edits, busy }, onSubmit, onUndo, onClose }: Props) {
  if (sent === null) {
    const off = busy || edits.length === 0;
    return (
      <>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button key="submit" appearance="primary" disabledFocusable={off} onClick={() => off || onSubmit()}>
          {busy ? words.sending : words.submit(countOf(edits))}
        </Button>
      </>
    );
  }
  const changed = sent.results.filter(({ outcome }) => outcome === 'changed').length;
  return (
    <>
      <span className={styles.offer}>{words.undoOffer}</span>
      {changed > 0 && (
        <Button icon={<ArrowUndo20Regular />} onClick={() => busy || onUndo(sent.changeIds)}>
          {words.undoChanged(changed)}
        </Button>
      )}
      <Button key="close" appearance="primary" onClick={onClose}>
        {words.close}
      </Button>
    </>
  );
}
