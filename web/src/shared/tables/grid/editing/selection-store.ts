import { createStore } from 'zustand';
import type { GridSelecting } from './editing-types.ts';
import { SelectAllBox } from './SelectAllBox.tsx';

/** Which rows are selected, followed row by row. */
export type SelectionStore = ReturnType<typeof createSelectionStore>;

export function createSelectionStore() {
  const chosen = createStore<ReadonlySet<number>>(() => new Set());
  let last: number | null = null;
  return {
    chosen,
    get: chosen.getState,
    toggle(id: number): void {
      const next = new Set(chosen.getState());
      if (!next.delete(id)) next.add(id);
      last = id;
      chosen.setState(next, true);
    },
    /** Selects the rows between the one toggled last and this one. */
    extendTo(id: number, order: readonly number[]): void {
      const from = last === null ? -1 : order.indexOf(last);
      const to = order.indexOf(id);
      const start = from < 0 ? to : from;
      const rows = order.slice(Math.min(start, to), Math.max(start, to) + 1);
      chosen.setState((before) => new Set([...before, ...rows]), true);
      last = id;
    },
    set: (ids: Iterable<number>): void => chosen.setState(new Set(ids), true),
    subscribeRow: (id: number, listener: () => void): (() => void) =>
      chosen.subscribe((now, before) => {
        if (now.has(id) !== before.has(id)) listener();
      }),
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
    subscribe: selection.chosen.subscribe,
    AllBox: SelectAllBox,
    label,
  };
}
