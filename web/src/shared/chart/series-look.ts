/** What distinguishes a line from others beside its colour. */
export interface SeriesLook {
  dash: 'solid' | 'dashed' | 'dotted';
  symbol: 'none' | 'diamond' | 'rect' | 'triangle' | 'circle';
}

const dashes = ['dashed', 'dotted', 'solid'] as const;
const symbols = ['diamond', 'rect', 'triangle', 'circle'] as const;

/** The first three colours stay apart for every kind of colour blindness; from the fourth on dash and symbol help. */
export function seriesLook(slot: number): SeriesLook {
  if (slot < 3) return { dash: 'solid', symbol: 'none' };
  return {
    dash: dashes[(slot - 3) % dashes.length] ?? 'solid',
    symbol: symbols[(slot - 3) % symbols.length] ?? 'circle',
  };
}

/**
 * Which colour each line has. A line keeps its own while it stays drawn; a new one takes the first that is free.
 * @returns places from 0, by line
 */
export function assignSlots(before: ReadonlyMap<string, number>, drawn: readonly string[]): Map<string, number> {
  const slots = new Map<string, number>();
  const usedSlots = new Set<number>();
  for (const id of drawn) {
    const slot = before.get(id);
    if (slot === undefined || usedSlots.has(slot)) continue;
    slots.set(id, slot);
    usedSlots.add(slot);
  }
  let next = 0;
  for (const id of drawn) {
    if (slots.has(id)) continue;
    while (usedSlots.has(next)) next += 1;
    slots.set(id, next);
    usedSlots.add(next);
  }
  return slots;
}
