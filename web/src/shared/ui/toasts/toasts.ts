/** Something to be said in passing. What needs an answer is never said here alone. */
export interface Toast {
  intent: 'success' | 'error' | 'info';
  text: string;
  /** Further lines. */
  details?: readonly string[];
  action?: { label: string; run: () => void };
}

export interface ShownToast extends Toast {
  id: number;
}

const mostShown = 3;
const shownMs = 7_000;

let toasts: readonly ShownToast[] = [];
let last = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function set(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export const toastStore = {
  get: () => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  dismiss(id: number): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    set(toasts.filter((toast) => toast.id !== id));
  },
  /** Under the pointer or with the focus a toast stays. */
  hold: (id: number): void => clearTimeout(timers.get(id)),
  release(id: number): void {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => toastStore.dismiss(id), shownMs),
    );
  },
};

export function showToast(toast: Toast): void {
  last += 1;
  set([...toasts, { ...toast, id: last }].slice(-mostShown));
  toastStore.release(last);
}
