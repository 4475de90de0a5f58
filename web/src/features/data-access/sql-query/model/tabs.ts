import type { SavedSqlQuery, SqlExample } from '@tapwise/contract/sql';
import { queryMessages as words } from '../messages.ts';

/** A statement that is being written. */
export interface QueryTab {
  id: number;
  name: string;
  text: string;
  /** What it was opened from or saved as. */
  saved: { id: string; shared: boolean; mayChange: boolean } | null;
}

export interface QueryTabs {
  tabs: readonly QueryTab[];
  active: number;
}

/** One statement to begin with. */
export const firstTabs = (example: SqlExample | undefined): QueryTabs => ({
  tabs: [{ id: 1, name: example?.title ?? words.untitled(1), text: example?.text ?? '', saved: null }],
  active: 1,
});

const nextId = ({ tabs }: QueryTabs): number => Math.max(...tabs.map(({ id }) => id)) + 1;

export function withNewTab(state: QueryTabs): QueryTabs {
  const id = nextId(state);
  return { tabs: [...state.tabs, { id, name: words.untitled(id), text: '', saved: null }], active: id };
}

export function withExample(state: QueryTabs, { title, text }: SqlExample): QueryTabs {
  const id = nextId(state);
  return { tabs: [...state.tabs, { id, name: title, text, saved: null }], active: id };
}

/** A saved statement has one tab. */
export function withSaved(state: QueryTabs, query: SavedSqlQuery): QueryTabs {
  const existingTab = state.tabs.find(({ saved }) => saved?.id === query.id);
  if (existingTab !== undefined) return { ...state, active: existingTab.id };
  const saved = { id: query.id, shared: query.shared, mayChange: query.may_change };
  const id = nextId(state);
  return { tabs: [...state.tabs, { id, name: query.name, text: query.text, saved }], active: id };
}

export const withChange = (state: QueryTabs, id: number, part: Partial<Omit<QueryTab, 'id'>>): QueryTabs => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...part } : tab)),
});

/** The one before takes its place; the last one stays. */
export function withoutTab(state: QueryTabs, id: number): QueryTabs {
  const index = state.tabs.findIndex((tab) => tab.id === id);
  const tabs = state.tabs.filter((tab) => tab.id !== id);
  if (index < 0 || tabs.length === 0) return state;
  const active = state.active === id ? (tabs[Math.max(0, index - 1)]?.id ?? 1) : state.active;
  return { tabs, active };
}
