import { useEffect, useRef } from 'react';
import { ShortcutsDialog } from '../../../../../shared/report/components/tools/ShortcutsDialog.tsx';
import type { ShellDialog } from '../shell-context.ts';
import { FiguresDialog } from './FiguresDialog.tsx';

interface Props {
  dialog: ShellDialog;
  onClose: () => void;
}

/** The dialogs of Help; what had the focus when one opened gets it back. */
export function ShellDialogs({ dialog, onClose }: Props) {
  const before = useRef(document.activeElement);
  useEffect(
    () => () => {
      const element = before.current;
      // Once the dialog is gone nothing holds the focus back any more.
      if (element instanceof HTMLElement) requestAnimationFrame(() => element.focus());
    },
    [],
  );
  return dialog === 'shortcuts' ? <ShortcutsDialog onClose={onClose} /> : <FiguresDialog onClose={onClose} />;
}
