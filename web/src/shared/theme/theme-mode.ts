import { useStore } from 'zustand';
import { createPageStore } from '../page/page-store.ts';
import { localSettings } from '../storage/local-settings.ts';

/** What the person chose; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system';

interface ThemeMode {
  choice: ThemeChoice;
  systemDark: boolean;
}

const device = window.matchMedia('(prefers-color-scheme: dark)');
const mode = createPageStore<ThemeMode>(() => ({
  choice: localSettings.theme() ?? 'system',
  systemDark: device.matches,
}));

const isDark = ({ choice, systemDark }: ThemeMode): boolean => (choice === 'system' ? systemDark : choice === 'dark');

function apply(now: ThemeMode): void {
  document.documentElement.dataset.theme = isDark(now) ? 'dark' : 'light';
}

device.addEventListener('change', ({ matches }) => mode.setState({ systemDark: matches }));
mode.subscribe(apply);
apply(mode.getState());

/** Stores and applies a choice; `system` is stored as no choice at all. */
export function chooseTheme(choice: ThemeChoice): void {
  localSettings.setTheme(choice === 'system' ? null : choice);
  mode.setState({ choice });
}

export const useThemeChoice = (): ThemeChoice => useStore(mode, ({ choice }) => choice);

export const useDark = (): boolean => useStore(mode, isDark);
