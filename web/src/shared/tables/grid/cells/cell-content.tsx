import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right';
import type { ReactNode } from 'react';
import editing from '../editing/cell-editing.module.css';
import type { CellMark } from '../editing/editing-types.ts';
import { gridMessages as words } from '../grid-messages.ts';
import type { CellView } from '../grid-types.ts';
import frozen from './frozen-cell.module.css';
import styles from './grid-cell.module.css';

const chipStyles = {
  running: styles.running,
  paused: styles.pausedChip,
  deleted: styles.deleted,
  other: styles.otherChip,
} as const;

const furnished = ['second', 'chip', 'check', 'share', 'pace', 'link', 'mark', 'selected', 'state'] as const;

/** Whether a cell is a text and nothing else. */
export const isPlain = (view: CellView): boolean => furnished.every((part) => view[part] === undefined);

/** Content of a cell: plain elements only, whatever it shows. */
export function contentOf(view: CellView): ReactNode {
  if (view.selected !== undefined) {
    const { selected, ...others } = view;
    return (
      <>
        {selectBox(selected)}
        {contentOf(others)}
      </>
    );
  }
  if (view.mark !== undefined && view.check === undefined) return markedValue(view.mark);
  if (view.second === undefined) return firstLine(view);
  return (
    <span className={styles.lines}>
      <span className={styles.line}>{firstLine(view)}</span>
      <span className={styles.second}>{view.second}</span>
    </span>
  );
}

function firstLine(view: CellView) {
  if (view.chip !== undefined) {
    return <span className={`${styles.chip} ${chipStyles[view.chip]}`}>{view.text}</span>;
  }
  if (view.check !== undefined) {
    return (
      <span className={frozen.check} data-box={view.editable || undefined} data-on={view.check || undefined}>
        <span className="visually-hidden">{view.text}</span>
      </span>
    );
  }
  if (view.share !== undefined) return shareBar(view.text, view.share);
  if (view.pace !== undefined) {
    return (
      <>
        {view.pace !== null && (
          <span className={styles.pace} aria-hidden="true">
            <span style={{ width: percent(view.pace) }} />
          </span>
        )}
        {view.text}
      </>
    );
  }
  if (view.link === undefined) return view.text;
  return (
    <>
      {view.expanded !== undefined && <ChevronRight12Regular className={frozen.chevron} aria-hidden />}
      {nameOf(view)}
      {view.suffix !== undefined && <span className={frozen.suffix}>{view.suffix}</span>}
      {view.note !== undefined && <span className={frozen.note}>{view.note}</span>}
    </>
  );
}

/** The row says itself whether it is selected; the box is for the pointer. */
function selectBox(selected: boolean | null) {
  if (selected === null) return <i className={editing.noBox} aria-hidden="true" />;
  return (
    <i className={`${frozen.check} ${editing.box}`} aria-hidden="true" data-select data-on={selected || undefined} />
  );
}

/** What was entered, beside what it would replace. */
function markedValue({ text, was, state, reason }: CellMark) {
  if (state === 'confirmed') return text;
  return (
    <span className={editing.mark}>
      {state !== 'pending' && <i className={editing.sign} data-state={state} aria-hidden="true" />}
      <s className={editing.was} aria-hidden="true">
        {was}
      </s>
      <span className={editing.now}>{text}</span>
      <span className="visually-hidden">{words.entered(was, reason)}</span>
    </span>
  );
}

/** A real link where there is an address, so that it can be opened in another tab. The cell is the tab stop. */
function nameOf({ text, link, href }: CellView) {
  if (link !== true) return <span className={frozen.name}>{text}</span>;
  if (href === undefined) return <span className={frozen.link}>{text}</span>;
  return (
    <a className={frozen.link} href={href} tabIndex={-1} draggable={false}>
      {text}
    </a>
  );
}

function shareBar(text: string, { value, tick }: NonNullable<CellView['share']>) {
  return (
    <>
      <span className={styles.share} aria-hidden="true">
        <span style={{ width: percent(value) }} />
        {tick !== null && <i style={{ left: percent(tick) }} />}
      </span>
      {text}
    </>
  );
}

function percent(part: number): string {
  return `${Math.max(0, Math.min(1, part)) * 100}%`;
}
