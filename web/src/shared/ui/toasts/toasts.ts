import { useStore } from 'zustand';
import { createPageStore } from '../../page/page-store.ts';

/** Something to be said in passing. What needs an answer is never said here alone. */
export interface Toast {
  intent: 'success' | 'error' | 'info';
  text: string;
  /** Further lines. */
  details?: readonly string[];
  action?: { label: string; run: () => void };
}

export interface DisplayedToast extends Toast {
  id: number;
}

const mostDisplayed = 3;
const displayMs = 7_000;

const toasts = createPageStore<readonly DisplayedToast[]>(() => []);
let last = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

export const toastStore = {
  dismiss(id: number): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    toasts.setState((others) => others.filter((toast) => toast.id !== id), true);
  },
  /** Under the pointer or with the focus a toast stays. */
  hold: (id: number): void => clearTimeout(timers.get(id)),
  release(id: number): void {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => toastStore.dismiss(id), displayMs),
    );
  },
};

export function showToast(toast: Toast): void {
  last += 1;
  const displayed = { ...toast, id: last };
  toasts.setState((others) => [...others, displayed].slice(-mostDisplayed), true);
  toastStore.release(last);
}

export const useToasts = (): readonly DisplayedToast[] => useStore(toasts);
