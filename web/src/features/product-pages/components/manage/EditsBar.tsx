import { Button } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';
import { pageMessages as words } from '../../messages.ts';
import type { PageEdits } from '../../model/page-edits.ts';
import styles from '../pages.module.css';

/** What is chosen and not sent. */
export function EditsBar({ edits, onPreview }: { edits: PageEdits; onPreview: () => void }) {
  const all = useSyncExternalStore(edits.subscribe, edits.get);
  if (all.size === 0) return null;
  return (
    <fieldset className={styles.bar} aria-label={words.edits}>
      <strong role="status">{words.changed(all.size)}</strong>
      <Button size="small" appearance="subtle" onClick={() => edits.remove([...all.keys()])}>
        {words.cancel}
      </Button>
      <Button size="small" appearance="primary" onClick={onPreview}>
        {words.preview}
      </Button>
    </fieldset>
  );
}
