import { localSettings } from '../../../shared/storage/local-settings.ts';
import type { EditsOfObject, PendingEdit } from './pending-edit.ts';

/** Whose edits: they are kept in this browser for each account, application and ad organization. */
export interface EditScope {
  accountId: number;
  applicationId: number;
  organizationId: number;
}

export type PendingStore = ReturnType<typeof createPendingStore>;

/**
 * What was entered and not sent. Each object has its own subscribers, so that an entry draws one row again. Every change
 * is kept in the browser at once; other tabs of the same scope follow.
 */
export function createPendingStore(scope: EditScope) {
  const byObject = new Map<string, EditsOfObject>();
  const listeners = new Set<() => void>();
  const ofObjects = new Map<string, Set<() => void>>();
  let all: readonly PendingEdit[] = [];

  function put(edits: readonly PendingEdit[]): void {
    for (const edit of edits) byObject.set(edit.key, { ...byObject.get(edit.key), [edit.field]: edit });
  }

  function drop({ key, field }: Pick<PendingEdit, 'key' | 'field'>): void {
    const { [field]: _, ...others } = byObject.get(key) ?? {};
    if (Object.keys(others).length === 0) byObject.delete(key);
    else byObject.set(key, others);
  }

  function announce(keys: Iterable<string>): void {
    all = [...byObject.values()].flatMap((edits) => Object.values(edits));
    for (const key of new Set(keys)) for (const listener of ofObjects.get(key) ?? []) listener();
    for (const listener of listeners) listener();
  }

  function load(): void {
    const before = [...byObject.keys()];
    byObject.clear();
    put(parseEdits(localSettings.pendingEdits(scope)));
    announce([...before, ...byObject.keys()]);
  }

  const save = () => localSettings.setPendingEdits(scope, all.length === 0 ? null : JSON.stringify(all));

  load();
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', ({ key }) => {
      if (key === null || key === localSettings.pendingEditsKey(scope)) load();
    });
  }

  return {
    all: () => all,
    /** The edits of an object, the same record until one of them changes. */
    of: (key: string): EditsOfObject | undefined => byObject.get(key),
    set(edits: readonly PendingEdit[]): void {
      put(edits);
      announce(edits.map(({ key }) => key));
      save();
    },
    remove(edits: readonly Pick<PendingEdit, 'key' | 'field'>[]): void {
      for (const edit of edits) drop(edit);
      announce(edits.map(({ key }) => key));
      save();
    },
    /** Reads the browser's memory again. */
    load,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeObject(key: string, listener: () => void): () => void {
      const ofObject = ofObjects.get(key) ?? new Set();
      ofObjects.set(key, ofObject.add(listener));
      return () => {
        ofObject.delete(listener);
        if (ofObject.size === 0 && ofObjects.get(key) === ofObject) ofObjects.delete(key);
      };
    },
  };
}

const fields = new Set(['budget', 'daily_cap', 'cpt_bid', 'cpa_goal', 'search_match']);

/** What an earlier version or another program has left there is not taken. */
function parseEdits(text: string | null): PendingEdit[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEdit) : [];
  } catch {
    return [];
  }
}

function isEdit(value: unknown): value is PendingEdit {
  if (typeof value !== 'object' || value === null) return false;
  const { key, field, name, path, value: entered } = value as Record<string, unknown>;
  const named = typeof name === 'string' && Array.isArray(path);
  const kind =
    field === 'search_match' ? typeof entered === 'boolean' : entered === null || Number.isSafeInteger(entered);
  return named && kind && fields.has(String(field)) && /^\d+(:\d+){0,2}$/.test(String(key));
}

const stores = new Map<string, PendingStore>();

/** The one store of a scope. */
export function pendingStoreOf(scope: EditScope): PendingStore {
  const key = localSettings.pendingEditsKey(scope);
  const store = stores.get(key) ?? createPendingStore(scope);
  stores.set(key, store);
  return store;
}
