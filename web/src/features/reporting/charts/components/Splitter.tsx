import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { chartMessages as words } from '../messages.ts';
import styles from './charts.module.css';

/** Width of the table in pixels: to begin with, at least, and what a key adds. */
export const usualWidth = 430;
const leastWidth = 300;
const stepWidth = 20;
/** The chart never has less. */
const leastChart = 450;

interface Props {
  width: number;
  /** While it moves. */
  onWidth: (width: number) => void;
  /** Once it rests. */
  onSettled: () => void;
}

/** The line between table and chart: dragged, moved by arrow keys, and set back by a double press or Enter. */
export function Splitter({ width, onWidth, onSettled }: Props) {
  const [most, setMost] = useState(usualWidth);
  const roomOf = (line: HTMLElement) =>
    Math.max(leastWidth, (line.parentElement?.clientWidth ?? usualWidth + leastChart) - leastChart);
  function move(line: HTMLElement, next: number): void {
    const room = roomOf(line);
    setMost(room);
    onWidth(Math.round(Math.max(leastWidth, Math.min(room, next))));
  }
  function press(event: KeyboardEvent<HTMLElement>): void {
    const next: Record<string, number> = {
      ArrowLeft: width - stepWidth,
      ArrowRight: width + stepWidth,
      Home: leastWidth,
      End: Number.MAX_SAFE_INTEGER,
      Enter: usualWidth,
    };
    const wanted = next[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    move(event.currentTarget, wanted);
  }
  function drag(event: PointerEvent<HTMLElement>): void {
    const line = event.currentTarget;
    if (!line.hasPointerCapture(event.pointerId)) return;
    move(line, event.clientX - (line.parentElement?.getBoundingClientRect().left ?? 0));
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule of the page cannot be moved; this separator can.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={words.tableWidth}
      aria-valuenow={width}
      aria-valuemin={leastWidth}
      aria-valuemax={Math.max(most, width)}
      tabIndex={0}
      className={styles.splitter}
      onFocus={(event) => setMost(roomOf(event.currentTarget))}
      onKeyDown={press}
      onKeyUp={onSettled}
      onBlur={onSettled}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onLostPointerCapture={onSettled}
      onDoubleClick={() => {
        onWidth(usualWidth);
        onSettled();
      }}
    />
  );
}
