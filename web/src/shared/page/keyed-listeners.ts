/** Listeners by what they follow, so that one change is heard by those it is about and no others. */
export function createKeyedListeners<Key>() {
  const byKey = new Map<Key, Set<() => void>>();
  return {
    notify(keys: Iterable<Key>): void {
      for (const key of keys) for (const listener of byKey.get(key) ?? []) listener();
    },
    subscribe(key: Key, listener: () => void): () => void {
      const listeners = byKey.get(key) ?? new Set();
      byKey.set(key, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byKey.get(key) === listeners) byKey.delete(key);
      };
    },
  };
}
