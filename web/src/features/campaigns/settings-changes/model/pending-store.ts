import { localSettings } from '../../../../shared/storage/local-settings.ts';
import { type EditsOfObject, editedFields, type PendingEdit } from './pending-edit.ts';

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
  const confirmed = new Map<string, EditsOfObject>();
  const subscribers = createSubscribers();
  let all: readonly PendingEdit[] = [];

  const put = (edits: readonly PendingEdit[]): void => {
    for (const edit of edits) putInto(byObject, edit);
  };

  function announce(keys: Iterable<string>): void {
    all = [...byObject.values()].flatMap((edits) => Object.values(edits));
    subscribers.call(keys);
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
      for (const edit of edits) dropFrom(byObject, edit);
      announce(edits.map(({ key }) => key));
      save();
    },
    /** Edits that were made: not pending any more, but shown until the rows say the same. */
    confirm(edits: readonly PendingEdit[]): void {
      for (const edit of edits) {
        dropFrom(byObject, edit);
        putInto(confirmed, edit);
      }
      announce(edits.map(({ key }) => key));
      save();
    },
    /** What was made of an object and is not in its row yet, the same record until that changes. */
    confirmedOf: (key: string): EditsOfObject | undefined => confirmed.get(key),
    /** The rows have been read again since these edits were made. */
    forget(edits: readonly PendingEdit[]): void {
      const same = edits.filter((edit) => confirmed.get(edit.key)?.[edit.field] === edit);
      for (const edit of same) dropFrom(confirmed, edit);
      announce(same.map(({ key }) => key));
    },
    /** Reads the browser's memory again. */
    load,
    subscribe: subscribers.add,
    subscribeObject: subscribers.addOf,
  };
}

/** Those who follow all edits, and those who follow the edits of one object. */
function createSubscribers() {
  const listeners = new Set<() => void>();
  const ofObjects = new Map<string, Set<() => void>>();
  return {
    call(keys: Iterable<string>): void {
      for (const key of new Set(keys)) for (const listener of ofObjects.get(key) ?? []) listener();
      for (const listener of listeners) listener();
    },
    add(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    addOf(key: string, listener: () => void): () => void {
      const ofObject = ofObjects.get(key) ?? new Set();
      ofObjects.set(key, ofObject.add(listener));
      return () => {
        ofObject.delete(listener);
        if (ofObject.size === 0 && ofObjects.get(key) === ofObject) ofObjects.delete(key);
      };
    },
  };
}

type ByObject = Map<string, EditsOfObject>;

function putInto(edits: ByObject, edit: PendingEdit): void {
  edits.set(edit.key, { ...edits.get(edit.key), [edit.field]: edit });
}

function dropFrom(edits: ByObject, { key, field }: Pick<PendingEdit, 'key' | 'field'>): void {
  const { [field]: _, ...others } = edits.get(key) ?? {};
  if (Object.keys(others).length === 0) edits.delete(key);
  else edits.set(key, others);
}

const fields: ReadonlySet<string> = new Set(Object.values(editedFields).flat());

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

/** A page begins: each scope is read from the browser again. */
export function forgetPendingStores(): void {
  stores.clear();
}
