import type { Creative } from '@tapwise/contract';
import { createContext, type KeyboardEvent, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { EditorEnd, OpenEditor } from '../../../../../shared/tables/grid/editing/editing-types.ts';
import { pageMessages as words } from '../../messages.ts';
import styles from '../pages.module.css';

/** Pages to choose from; one that cannot be used for ads is shown and cannot be chosen. */
export function PageOptions({ creatives }: { creatives: readonly Creative[] }) {
  return creatives.map(({ id, name, state }) => (
    <option key={id} value={id} disabled={state === 'INVALID'}>
      {state === 'INVALID' ? words.unusable(name) : name}
    </option>
  ));
}

const ends: Readonly<Record<string, EditorEnd>> = { Enter: 'down', Escape: 'cancel' };

/** The pages that the editors of a table offer: an editor knows its cell and nothing else. */
export const PagesToChoose = createContext<readonly Creative[]>([]);

/** The editor of a cell that holds a page. */
export function PageEditor({ editor }: { editor: OpenEditor }) {
  const creatives = useContext(PagesToChoose);
  const box = useRef<HTMLSelectElement>(null);
  const left = useRef(false);
  // Opened by typing it begins with the default page.
  const [value, setValue] = useState(editor.typed ? '0' : editor.text);
  useLayoutEffect(() => box.current?.focus({ preventScroll: true }), []);
  function end(how: EditorEnd): void {
    if (left.current) return;
    left.current = editor.close(how, value) === null;
  }
  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    const how = event.key === 'Tab' ? (event.shiftKey ? 'left' : 'right') : ends[event.key];
    if (how === undefined) return;
    event.preventDefault();
    end(how);
  }
  return (
    <select
      ref={box}
      className={styles.editor}
      aria-label={editor.label}
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => end('blur')}
    >
      <PageOptions creatives={creatives} />
    </select>
  );
}
