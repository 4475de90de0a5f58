import { afterEach, beforeAll, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { beginPage } from '../shared/page/page-store.ts';
import { chooseTheme } from '../shared/theme/theme-mode.ts';
import { network } from './live.ts';

/** Under a test runner the library of components replaces it by one that observes nothing. */
const observer = Object.getOwnPropertyDescriptor(window, 'ResizeObserver')?.value as typeof ResizeObserver | undefined;
if (observer !== undefined) {
  Object.defineProperty(window, 'ResizeObserver', { get: () => observer, set: () => undefined });
}

/**
 * A page is used for many files, and its code is loaded once. Each begins as after a reload: nothing is shown, nothing is
 * remembered, nothing is replaced.
 */
beforeAll(async () => {
  await cleanup();
  vi.restoreAllMocks();
  globalThis.fetch = network;
  localStorage.clear();
  beginPage();
  document.title = '';
  window.scrollTo(0, 0);
  focusStart();
});

afterEach(async () => {
  await cleanup();
  localStorage.clear();
  chooseTheme('light');
});

/** The first Tab begins at the top, whatever had the focus or was selected. */
function focusStart(): void {
  window.getSelection()?.removeAllRanges();
  const top = document.createElement('span');
  top.tabIndex = -1;
  document.body.prepend(top);
  top.focus();
  top.remove();
}
