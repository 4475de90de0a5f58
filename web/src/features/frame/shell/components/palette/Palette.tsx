import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { addressAt, instantOf } from '../../../../../shared/past-view/past-instant.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { shellMessages as words } from '../../messages.ts';
import { overTheSameDays, type PaletteEntry } from '../../model/palette/palette-entries.ts';
import { PaletteList } from './PaletteList.tsx';
import styles from './palette.module.css';
import { usePalette } from './use-palette.ts';

/** Finds screens, applications, campaigns and actions by typing. A modal dialog: Esc closes it and gives the focus back. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useModal();
  const list = useId();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [text, setText] = useState('');
  const [moved, setMoved] = useState<string | null>(null);
  const { displayed, campaignsLeft, hint, loading, error, retry } = usePalette(text);
  // By key, so that campaigns that come in do not change what is marked.
  const at = Math.max(
    0,
    displayed.findIndex(({ key }) => key === moved),
  );
  const active = displayed[at];

  function choose({ opens }: PaletteEntry): void {
    dialog.current?.close();
    const instant = instantOf(pathname, search);
    if ('path' in opens) void navigate(addressAt(overTheSameDays(opens.path, search), instant));
    else opens.run();
  }
  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && displayed.length > 0) {
      event.preventDefault();
      setMoved(displayed[(at + step + displayed.length) % displayed.length]?.key ?? null);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && active !== undefined) {
      event.preventDefault();
      choose(active);
    }
  }
  const elsewhere = (event: PointerEvent) => event.target === dialog.current && dialog.current?.close();

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={words.search}
      onClose={onClose}
      onPointerDown={elsewhere}
    >
      <div className="column flex-1 min-w-0">
        <input
          type="text"
          role="combobox"
          className={styles.input}
          aria-label={words.search}
          aria-expanded={displayed.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : `${list}-${at}`}
          placeholder={words.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setMoved(null);
          }}
          onKeyDown={press}
        />
        <PaletteList id={list} entries={displayed} at={at} onMark={setMoved} onChoose={choose} />
        <div className={styles.notes} role="status">
          {hint !== null && <p>{hint}</p>}
          {loading && <p>{words.searching}</p>}
          {!loading && error === null && displayed.length === 0 && <p>{words.nothing(text.trim())}</p>}
          {campaignsLeft > 0 && <p>{words.more(campaignsLeft)}</p>}
          <p className="visually-hidden">{words.found(displayed.length)}</p>
        </div>
        {error !== null && !loading && (
          <p className={styles.failed} role="alert">
            {words.campaignsFailed(messageOf(error))}{' '}
            <button type="button" onClick={retry}>
              {words.retry}
            </button>
          </p>
        )}
        <p className={styles.keys} aria-hidden="true">
          <span>{words.moveKeys}</span>
          <span>{words.openKey}</span>
          <span>{words.closeKey}</span>
        </p>
      </div>
    </dialog>
  );
}

/** A dialog element that is shown over everything; what had the focus gets it back, or else the content of the page. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (!element.open) element.showModal();
    const closed = () => {
      if (document.activeElement === document.body) document.getElementById('content')?.focus();
    };
    element.addEventListener('close', closed);
    return () => {
      element.removeEventListener('close', closed);
      element.close();
    };
  }, []);
  return dialog;
}
