import type { SavedSqlQuery, SqlExample } from '@tapwise/contract/sql';
import { useState } from 'react';
import { firstTabs, type QueryTab, withChange, withExample, withNewTab, withoutTab, withSaved } from '../model/tabs.ts';

/** The statements that are being written. */
export function useTabs(first: SqlExample | undefined) {
  const [state, setState] = useState(() => firstTabs(first));
  return {
    tabs: state.tabs,
    tab: state.tabs.find(({ id }) => id === state.active),
    choose: (active: number) => setState((before) => ({ ...before, active })),
    add: () => setState(withNewTab),
    close: (id: number) => setState((before) => withoutTab(before, id)),
    open: (query: SavedSqlQuery) => setState((before) => withSaved(before, query)),
    openExample: (example: SqlExample) => setState((before) => withExample(before, example)),
    edit: (id: number, part: Partial<Omit<QueryTab, 'id'>>) => setState((before) => withChange(before, id, part)),
  };
}
