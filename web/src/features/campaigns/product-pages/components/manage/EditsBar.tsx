import { Button } from '@fluentui/react-components';
import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { pageMessages as words } from '../../messages.ts';
import type { PageEdits } from '../../model/page-edits.ts';
import styles from '../pages.module.css';

interface Props {
  edits: PageEdits;
  /** The button the preview goes back to. */
  opener: RefObject<HTMLButtonElement | null>;
  onPreview: () => void;
  onCancel: () => void;
}

/** What is chosen and not sent. */
export function EditsBar({ edits, opener, onPreview, onCancel }: Props) {
  const all = useStore(edits.all);
  if (all.size === 0) return null;
  return (
    <fieldset className={styles.bar} aria-label={words.edits}>
      <strong role="status">{words.changed(all.size)}</strong>
      <Button size="small" appearance="subtle" onClick={onCancel}>
        {words.cancel}
      </Button>
      <Button ref={opener} size="small" appearance="primary" onClick={onPreview}>
        {words.preview}
      </Button>
    </fieldset>
  );
}
