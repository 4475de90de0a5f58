import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './cell-editing.module.css';
import type { EditorEnd, OpenEditor } from './editing-types.ts';

const ends: Readonly<Record<string, EditorEnd>> = { Enter: 'down', Escape: 'cancel' };

/** The box in the one cell that is being edited. What is typed stays in here: no row is drawn again for it. */
export function CellEditor({ editor }: { editor: OpenEditor }) {
  const box = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  const id = useId();
  const [text, setText] = useState(editor.text);
  const [error, setError] = useState<string | null>(null);
  useLayoutEffect(() => {
    box.current?.focus({ preventScroll: true });
    if (!editor.typed) box.current?.select();
  }, [editor]);

  function end(how: EditorEnd): void {
    if (left.current) return;
    const refusal = editor.close(how, text);
    left.current = refusal === null;
    setError(refusal);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    event.stopPropagation();
    const how = event.key === 'Tab' ? (event.shiftKey ? 'left' : 'right') : ends[event.key];
    if (how === undefined) return;
    event.preventDefault();
    end(how);
  }

  return (
    <span className={styles.editor}>
      <input
        ref={box}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={editor.label}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : id}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => event.stopPropagation()}
        onMouseDown={(event) => event.stopPropagation()}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onBlur={() => end('blur')}
      />
      {error !== null && (
        <span id={id} role="alert" className={styles.error}>
          {error}
        </span>
      )}
    </span>
  );
}
