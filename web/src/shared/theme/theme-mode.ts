import { useSyncExternalStore } from 'react';
import { localSettings } from '../storage/local-settings.ts';

/** What the person chose; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system';

const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let choice: ThemeChoice = localSettings.theme() ?? 'system';

function dark(): boolean {
  return choice === 'system' ? systemDark.matches : choice === 'dark';
}

function announce(): void {
  document.documentElement.dataset.theme = dark() ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

systemDark.addEventListener('change', announce);
announce();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores and applies a choice; `system` is stored as no choice at all. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  localSettings.setTheme(next === 'system' ? null : next);
  announce();
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => choice);
}

export function useDark(): boolean {
  return useSyncExternalStore(subscribe, dark);
}
