import { useSyncExternalStore } from 'react';
import { localSettings } from './local-settings.ts';

/** The session's token in memory and in the browser, followed by all tabs: signing out in one signs out in all. */
let token = typeof localStorage === 'undefined' ? null : localSettings.token();
const listeners = new Set<() => void>();

function announce(next: string | null): void {
  if (next === token) return;
  token = next;
  for (const listener of listeners) listener();
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === localSettings.tokenKey || event.key === null) announce(localSettings.token());
  });
}

export const tokenStore = {
  get: () => token,
  set(next: string | null): void {
    localSettings.setToken(next);
    announce(next);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The token now; `null` without a session. */
export function useToken(): string | null {
  return useSyncExternalStore(tokenStore.subscribe, tokenStore.get);
}
