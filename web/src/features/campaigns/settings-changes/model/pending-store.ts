import { createStore } from 'zustand';
import { createPageStore } from '../../../../shared/page/page-store.ts';
import { localSettings } from '../../../../shared/storage/local-settings.ts';
import { type EditsOfObject, editedFields, type PendingEdit } from './pending-edit.ts';

/** Whose edits: they are kept in this browser for each account, application and ad organization. */
export interface EditScope {
  accountId: number;
  applicationId: number;
  organizationId: number;
}

export type PendingStore = ReturnType<typeof createPendingStore>;

type ByObject = ReadonlyMap<string, EditsOfObject>;

interface Pending {
  /** What was entered and not sent, in the order of objects. */
  all: readonly PendingEdit[];
  byObject: ByObject;
  /** What was made and is not in the rows yet. */
  confirmed: ByObject;
}

/** What was entered and not sent. Every change is kept in the browser at once; other tabs of the same scope follow. */
export function createPendingStore(scope: EditScope) {
  const store = createStore<Pending>(() => ({ ...kept(scope), confirmed: new Map() }));

  /** @param confirmed what was made, where that changes too */
  function keep(byObject: ByObject, confirmed = store.getState().confirmed): void {
    store.setState({ ...entered(byObject), confirmed });
    const { all } = store.getState();
    localSettings.setPendingEdits(scope, all.length === 0 ? null : JSON.stringify(all));
  }

  const load = () => store.setState(kept(scope));
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', ({ key }) => {
      if (key === null || key === localSettings.pendingEditsKey(scope)) load();
    });
  }

  return {
    store,
    all: () => store.getState().all,
    /** The edits of an object, the same record until one of them changes. */
    of: (key: string): EditsOfObject | undefined => store.getState().byObject.get(key),
    set: (edits: readonly PendingEdit[]): void => keep(withEdits(store.getState().byObject, edits)),
    remove: (edits: readonly Pick<PendingEdit, 'key' | 'field'>[]): void =>
      keep(without(store.getState().byObject, edits)),
    /** Edits that were made: not pending any more, but shown until the rows say the same. */
    confirm(edits: readonly PendingEdit[]): void {
      const { byObject, confirmed } = store.getState();
      keep(without(byObject, edits), withEdits(confirmed, edits));
    },
    /** What was made of an object and is not in its row yet, the same record until that changes. */
    confirmedOf: (key: string): EditsOfObject | undefined => store.getState().confirmed.get(key),
    /** The rows have been read again since these edits were made. */
    forget: (edits: readonly PendingEdit[]): void =>
      store.setState(({ confirmed }) => ({
        confirmed: without(
          confirmed,
          edits.filter((edit) => confirmed.get(edit.key)?.[edit.field] === edit),
        ),
      })),
    /** Reads the browser's memory again. */
    load,
    /** An entry draws one row again. */
    subscribeObject: (key: string, listener: () => void): (() => void) =>
      store.subscribe((now, before) => {
        const edited = now.byObject.get(key) !== before.byObject.get(key);
        if (edited || now.confirmed.get(key) !== before.confirmed.get(key)) listener();
      }),
  };
}

const kept = (scope: EditScope) => entered(withEdits(new Map(), parseEdits(localSettings.pendingEdits(scope))));

const entered = (byObject: ByObject): Pick<Pending, 'all' | 'byObject'> => ({
  all: [...byObject.values()].flatMap((edits) => Object.values(edits)),
  byObject,
});

function withEdits(before: ByObject, edits: readonly PendingEdit[]): ByObject {
  const next = new Map(before);
  for (const edit of edits) next.set(edit.key, { ...next.get(edit.key), [edit.field]: edit });
  return next;
}

function without(before: ByObject, edits: readonly Pick<PendingEdit, 'key' | 'field'>[]): ByObject {
  const next = new Map(before);
  for (const { key, field } of edits) {
    const { [field]: _, ...others } = next.get(key) ?? {};
    if (Object.keys(others).length === 0) next.delete(key);
    else next.set(key, others);
  }
  return next;
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

const stores = createPageStore(() => new Map<string, PendingStore>());

/** The one store of a scope. */
export function pendingStoreOf(scope: EditScope): PendingStore {
  const key = localSettings.pendingEditsKey(scope);
  const store = stores.getState().get(key) ?? createPendingStore(scope);
  stores.getState().set(key, store);
  return store;
}
