import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { gridMessages as words } from '../grid-messages.ts';
import type { ColumnWidth, GridHint } from '../grid-types.ts';
import styles from './column-help.module.css';

interface Props {
  /** What the column is called, and what it says. */
  hint: GridHint;
  /** How its figures are computed, fetched when asked; `null` for what is simply counted. */
  formula: (() => Promise<string | null>) | undefined;
  /** The header over the popover. */
  box: DOMRect;
  width: ColumnWidth;
  /** Absent where widths cannot be chosen. */
  onWidth: ((width: ColumnWidth) => void) | undefined;
  /** @param byKey the person did not press elsewhere: the header takes the focus back. */
  onClose: (byKey: boolean) => void;
}

const popoverWidth = 300;
const widths = ['narrow', 'auto', 'wide'] as const;

/** One popover for all headers: what a column means, how it is made, and how wide it is. */
export function ColumnHelp({ hint, formula, box, width, onWidth, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const [formulaText, setFormulaText] = useState<string | null>(null);
  const askFormula = useEffectEvent(() => formula?.());
  const close = useEffectEvent(onClose);

  useEffect(() => {
    panel.current?.focus();
    let wanted = true;
    // A formula that cannot be fetched is not shown; the definition is shown without it.
    void askFormula()?.then(
      (text) => wanted && setFormulaText(text),
      () => undefined,
    );
    const elsewhere = (event: PointerEvent) => {
      if (!(event.target instanceof Node && panel.current?.contains(event.target))) close(false);
    };
    document.addEventListener('pointerdown', elsewhere, true);
    return () => {
      wanted = false;
      document.removeEventListener('pointerdown', elsewhere, true);
    };
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose(true);
  }

  const left = Math.max(8, Math.min(box.left, window.innerWidth - popoverWidth - 8));
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={words.about(hint.title)}
      tabIndex={-1}
      className={styles.panel}
      style={{ left, top: box.bottom + 4 }}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) onClose(false);
      }}
    >
      <strong>{hint.title}</strong>
      {hint.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {formulaText !== null && <p className={styles.formula}>{formulaText}</p>}
      {onWidth !== undefined && (
        <fieldset className={styles.widths}>
          <legend>{words.width}</legend>
          {widths.map((choice) => (
            <label key={choice}>
              <input type="radio" name="column-width" checked={width === choice} onChange={() => onWidth(choice)} />
              {words[choice]}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
