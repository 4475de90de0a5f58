import { useStore } from 'zustand';
import { createPageStore } from '../page/page-store.ts';
import { localSettings } from './local-settings.ts';

/** The session's token in memory and in the browser, followed by all tabs: signing out in one signs out in all. */
const token = createPageStore(() => (typeof localStorage === 'undefined' ? null : localSettings.token()));

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === localSettings.tokenKey || event.key === null) token.setState(localSettings.token());
  });
}

export const tokenStore = {
  get: token.getState,
  set(next: string | null): void {
    localSettings.setToken(next);
    token.setState(next);
  },
  subscribe: token.subscribe,
};

/** The token now; `null` without a session. */
export const useToken = (): string | null => useStore(token);
