import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { cellOf } from './cells/cell-of.ts';
import type { GridOrigin } from './editing/editing-types.ts';
import styles from './grid.module.css';
import type { GridColumn, GridHint } from './grid-types.ts';

const showMs = 150;
const hideMs = 100;

interface Props {
  viewport: HTMLDivElement;
  origin: ((row: number, column: string) => GridOrigin | null) | undefined;
  columns: readonly Pick<GridColumn<never>, 'key'>[];
  hint: (column: string, row: number | 'header' | 'totals') => GridHint | null;
}

interface OpenTooltip {
  /** The cell it describes. */
  cell: Element;
  hint: GridHint;
  origin: GridOrigin | null;
  left: number;
  top: number;
  above: boolean;
}

/** One tooltip for the whole grid, beside the cell under the pointer or with the focus. Esc sends it away. */
export function GridTooltip({ viewport, columns, hint, origin }: Props) {
  const id = useId();
  const bubble = useRef<HTMLDivElement>(null);
  const [tooltip, setTooltip] = useState<OpenTooltip | null>(null);
  const columnAt = useEffectEvent((index: number) => columns[index]);
  const isShown = useEffectEvent((cell: Element) => cell === tooltip?.cell);
  const hintOf = useEffectEvent(hint);
  const originOf = useEffectEvent((row: number, column: string) => origin?.(row, column) ?? null);

  useEffect(() => {
    const element = viewport;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setTooltip(null);
    };
    const show = (target: EventTarget | null) => {
      const cell = cellOf(target);
      const column = cell === null ? undefined : columnAt(cell.column);
      const box = target instanceof Element ? target.closest('[aria-colindex]') : null;
      if (cell === null || column === undefined || box === null) return;
      // What is being typed is not covered.
      if (box.querySelector('input') !== null) return hide();
      if (isShown(box)) return;
      clearTimeout(timer);
      if (box.getAttribute('role') === 'rowheader' && !isCut(box)) return hide();
      timer = setTimeout(() => {
        const cellHint = hintOf(column.key, cell.row);
        if (cellHint === null || !box.isConnected) return hide();
        const from = typeof cell.row === 'number' ? originOf(cell.row, column.key) : null;
        setTooltip({ cell: box, hint: cellHint, origin: from, ...positionBeside(box.getBoundingClientRect()) });
      }, showMs);
    };
    const over = (event: PointerEvent) => event.pointerType !== 'touch' && show(event.target);
    const focused = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event.target);
    };
    const left = (event: PointerEvent | FocusEvent) => {
      if (event.relatedTarget instanceof Node && element.contains(event.relatedTarget)) return;
      clearTimeout(timer);
      timer = setTimeout(() => bubble.current?.matches(':hover') || hide(), hideMs);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('pointerover', over, { signal });
    element.addEventListener('pointerout', left, { signal });
    element.addEventListener('focusin', focused, { signal });
    element.addEventListener('focusout', left, { signal });
    element.addEventListener('click', hide, { signal });
    element.addEventListener('scroll', hide, { passive: true, signal });
    document.addEventListener('keydown', key, { signal });
    return () => {
      hide();
      listening.abort();
    };
  }, [viewport]);

  return tooltip === null ? null : (
    <Bubble id={id} tooltip={tooltip} bubble={bubble} onLeave={() => setTooltip(null)} />
  );
}

interface BubbleProps {
  id: string;
  tooltip: OpenTooltip;
  bubble: RefObject<HTMLDivElement | null>;
  onLeave: () => void;
}

function Bubble({ id, tooltip, bubble, onLeave }: BubbleProps) {
  const { cell, left, top, above, hint, origin } = tooltip;
  // Only while there is something to refer to.
  useLayoutEffect(() => {
    cell.setAttribute('aria-details', id);
    return () => cell.removeAttribute('aria-details');
  }, [cell, id]);
  return (
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      className={styles.tooltip}
      style={{ left, top, transform: above ? 'translateY(-100%)' : undefined }}
      onPointerLeave={onLeave}
    >
      <div className={styles.tooltipTitle}>
        <strong>{hint.title}</strong>
        {hint.value !== undefined && <strong>{hint.value}</strong>}
      </div>
      {hint.lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {origin !== null && <OriginLine origin={origin} />}
    </div>
  );
}

/** Who set the value last. A press leads there; for keys there is Ctrl+I on the cell. */
function OriginLine({ origin }: { origin: GridOrigin }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    void origin.text().then((originText) => current && setText(originText));
    return () => {
      current = false;
    };
  }, [origin]);
  // Its place is kept while it is asked for.
  if (text === null) return <span className={styles.origin}>{'\u00a0'}</span>;
  return (
    <button type="button" tabIndex={-1} className={styles.origin} onClick={origin.open}>
      {text}
    </button>
  );
}

/** Whether a name is longer than its cell: one that can be read needs no second showing. */
function isCut(cell: Element): boolean {
  return Array.from(cell.children).some((child) => child.scrollWidth > child.clientWidth);
}

const width = 280;

/** Under the cell, or over it where the window ends; never outside. */
function positionBeside(cell: DOMRect): Omit<OpenTooltip, 'cell' | 'hint' | 'origin'> {
  const above = cell.bottom + 140 > window.innerHeight;
  const left = Math.max(8, Math.min(cell.left, window.innerWidth - width - 8));
  return { left, top: above ? cell.top - 6 : cell.bottom + 6, above };
}
