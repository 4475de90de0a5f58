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

let toasts: readonly DisplayedToast[] = [];
let last = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function set(next: readonly DisplayedToast[]): void {
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
      setTimeout(() => toastStore.dismiss(id), displayMs),
    );
  },
};

export function showToast(toast: Toast): void {
  last += 1;
  set([...toasts, { ...toast, id: last }].slice(-mostDisplayed));
  toastStore.release(last);
}
