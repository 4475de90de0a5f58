import { createStore, type StoreApi } from 'zustand';

const resets = new Set<() => void>();

/**
 * What a module keeps from screen to screen: a store of the whole page, which begins anew with {@link beginPage}.
 * @param initial what it begins with, also read from the browser's memory
 */
export function createPageStore<State>(initial: () => State): StoreApi<State> {
  const store = createStore<State>(initial);
  resets.add(() => store.setState(initial(), true));
  return store;
}

/** As after a reload: nothing of earlier screens is left. */
export function beginPage(): void {
  for (const reset of resets) reset();
}
