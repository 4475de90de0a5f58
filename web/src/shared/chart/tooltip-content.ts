import styles from './chart.module.css';
import type { ChartEvent } from './chart-model.ts';
import type { ChartTokens } from './chart-tokens.ts';

export interface TooltipRow {
  name: string;
  text: string;
  /** Follows the value, quieter: what it was before. */
  quiet?: string | undefined;
  /** Swatch; rows without one are words about the point. */
  color?: string;
}

/** The tooltip's frame, the same for all charts. */
export function tooltipBox(tokens: ChartTokens) {
  return {
    confine: true,
    backgroundColor: tokens.raised,
    borderColor: tokens.raisedEdge,
    borderWidth: 1,
    padding: 12,
    transitionDuration: 0,
    textStyle: { color: tokens.ink, fontSize: 12 },
    extraCssText: 'border-radius: 6px; box-shadow: var(--shadow8);',
  };
}

/** What happened at a point, and how much more of it there is. */
interface TooltipEvents {
  events: readonly ChartEvent[];
  more: number;
}

/** Built from nodes, not from text: names come from people. What happened comes before the values. */
export function tooltipContent(
  title: string,
  rows: readonly TooltipRow[],
  more = 0,
  happened: TooltipEvents = { events: [], more: 0 },
): HTMLElement {
  const box = node('div', styles.tooltip);
  box.append(node('strong', undefined, title));
  for (const event of happened.events) {
    const line = node('div', styles.tooltipEvent);
    line.append(node('span', undefined, event.title), node('span', styles.tooltipMore, event.description));
    box.append(line);
  }
  if (happened.more > 0) box.append(node('div', styles.tooltipMore, `${happened.more} more changes`));
  if (happened.events.length > 0) box.append(node('div', styles.tooltipRule));
  for (const row of rows) {
    const line = node('div', styles.tooltipRow);
    const swatch = node('span', styles.swatch);
    if (row.color !== undefined) swatch.style.background = row.color;
    line.append(swatch, node('span', styles.tooltipName, row.name), figureOf(row));
    box.append(line);
  }
  if (more > 0) box.append(node('div', styles.tooltipMore, `${more} more`));
  return box;
}

function figureOf({ text, quiet }: TooltipRow): HTMLElement {
  const value = node('span', styles.tooltipValue, text);
  if (quiet !== undefined) value.append(node('span', styles.tooltipQuiet, quiet));
  return value;
}

function node(tag: 'div' | 'span' | 'strong', className: string | undefined, text?: string): HTMLElement {
  const element = document.createElement(tag);
  if (className !== undefined) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
