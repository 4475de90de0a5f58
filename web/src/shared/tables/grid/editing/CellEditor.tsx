import { type KeyboardEvent, type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './cell-editing.module.css';
import type { EditorEnd, EditorHint, OpenEditor } from './editing-types.ts';

const ends: Readonly<Record<string, EditorEnd>> = { Enter: 'down', Escape: 'cancel' };

/** The box in the one cell that is being edited. What is typed stays in here: no row is drawn again for it. */
export function CellEditor({ editor }: { editor: OpenEditor }) {
  const box = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  const id = useId();
  const [text, setText] = useState(editor.text);
  const [error, setError] = useState<string | null>(null);
  const hint = useHint(editor);
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
    if (event.altKey && event.key === 'ArrowDown' && hint?.use) {
      event.preventDefault();
      use(hint.use.value);
      return;
    }
    const how = event.key === 'Tab' ? (event.shiftKey ? 'left' : 'right') : ends[event.key];
    if (how === undefined) return;
    event.preventDefault();
    end(how);
  }

  function use(value: string): void {
    setText(value);
    setError(null);
  }

  const isHinted = error === null && hint !== null;
  return (
    <span className={styles.editor}>
      <input
        ref={box}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={editor.label}
        aria-invalid={error !== null || undefined}
        aria-describedby={error !== null || isHinted ? id : undefined}
        aria-keyshortcuts={isHinted && hint.use ? 'Alt+ArrowDown' : undefined}
        value={text}
        onChange={(event) => use(event.target.value)}
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
      {isHinted && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press in it leaves the box open.
        <span className={styles.hint} onMouseDown={keepFocus}>
          <span id={id} role="status">
            {hint.text}
          </span>
          {hint.use && (
            <button type="button" tabIndex={-1} onClick={() => use(hint.use?.value ?? '')}>
              {hint.use.label} <kbd>Alt ↓</kbd>
            </button>
          )}
        </span>
      )}
    </span>
  );
}

/** What can be said about the value, once it has come. */
function useHint(editor: OpenEditor): EditorHint | null {
  const [hint, setHint] = useState<EditorHint | null>(null);
  useEffect(() => {
    let isOpen = true;
    void editor.hint?.().then((answer) => {
      if (isOpen) setHint(answer);
    });
    return () => {
      isOpen = false;
    };
  }, [editor]);
  return hint;
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
