import { type KeyboardEvent, useRef } from 'react';
import { sessionMessages as words } from '../messages.ts';
import type { SignInMode } from '../model/sign-in-form.ts';
import styles from './sign-in.module.css';

const modes: readonly { mode: SignInMode; label: string }[] = [
  { mode: 'sign-up', label: words.signUp },
  { mode: 'log-in', label: words.logIn },
];

/** Sign-up or log-in. One tab stop; the arrow keys change the tab. Plain elements: this screen must load fast. */
export function ModeTabs({ mode, onMode }: { mode: SignInMode; onMode: (mode: SignInMode) => void }) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = modes.find((entry) => entry.mode !== mode);
    if (other === undefined) return;
    event.preventDefault();
    onMode(other.mode);
    list.current?.querySelector<HTMLElement>(`[data-mode="${other.mode}"]`)?.focus();
  }

  return (
    <div ref={list} role="tablist" className={styles.tabs} onKeyDown={onKeyDown}>
      {modes.map((entry) => (
        <button
          key={entry.mode}
          type="button"
          role="tab"
          data-mode={entry.mode}
          aria-selected={entry.mode === mode}
          tabIndex={entry.mode === mode ? 0 : -1}
          onClick={() => onMode(entry.mode)}
        >
          {entry.label}
        </button>
      ))}
    </div>
  );
}
