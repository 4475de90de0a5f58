import type { GridSelecting } from './editing-types.ts';
import { SelectAllBox } from './SelectAllBox.tsx';

/** Which rows are selected, followed row by row. */
export type SelectionStore = ReturnType<typeof createSelectionStore>;

export function createSelectionStore() {
  let chosen: ReadonlySet<number> = new Set();
  let last: number | null = null;
  const listeners = new Set<() => void>();
  const ofRows = new Map<number, Set<() => void>>();

  function change(next: ReadonlySet<number>): void {
    const before = chosen;
    chosen = next;
    for (const [id, followers] of ofRows) {
      if (before.has(id) !== next.has(id)) for (const listener of followers) listener();
    }
    for (const listener of listeners) listener();
  }

  return {
    get: () => chosen,
    toggle(id: number): void {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      last = id;
      change(next);
    },
    /** Selects the rows between the one toggled last and this one. */
    extendTo(id: number, order: readonly number[]): void {
      const from = last === null ? -1 : order.indexOf(last);
      const to = order.indexOf(id);
      const [first, end] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      change(new Set([...chosen, ...order.slice(first, end + 1)]));
      last = id;
    },
    set: (ids: Iterable<number>): void => change(new Set(ids)),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeRow(id: number, listener: () => void): () => void {
      const followers = ofRows.get(id) ?? new Set();
      ofRows.set(id, followers.add(listener));
      return () => {
        followers.delete(listener);
        if (followers.size === 0 && ofRows.get(id) === followers) ofRows.delete(id);
      };
    },
  };
}

/**
 * The selection of the rows shown. Make it once for an order: tables keep it between renderings.
 * @param order ids of the rows that can be selected, as they are shown
 * @param label name of the header's box
 */
export function selectingOf(selection: SelectionStore, order: readonly number[], label: string): GridSelecting {
  const can = new Set(order);
  const state = () => {
    const chosen = selection.get();
    const count = order.reduce((sum, id) => sum + (chosen.has(id) ? 1 : 0), 0);
    return count === 0 ? 'none' : count === order.length ? 'all' : 'some';
  };
  return {
    selectable: (id) => can.has(id),
    toggle: (id) => can.has(id) && selection.toggle(id),
    extendTo: (id) => can.has(id) && selection.extendTo(id, order),
    toggleAll: () => selection.set(state() === 'all' ? [] : order),
    state,
    subscribe: selection.subscribe,
    AllBox: SelectAllBox,
    label,
  };
}
