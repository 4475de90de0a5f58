import { afterEach, beforeAll, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { forgetPendingStores } from '../features/campaigns/settings-changes/model/pending-store.ts';
import { forgetGrids } from '../features/reporting/reports/components/table/grid-memory.ts';
import { creatingApplications } from '../shared/campaigns/creations/watched-applications.ts';
import { forgetLoad } from '../shared/page/cold-load.ts';
import { pastViews } from '../shared/past-view/views/past-views.ts';
import { noteServerTime } from '../shared/server/http/server-clock.ts';
import { tokenStore } from '../shared/storage/token-store.ts';
import { chooseTheme } from '../shared/theme/theme-mode.ts';
import { toastStore } from '../shared/ui/toasts/toasts.ts';
import { forgetFaults } from '../shared/usage/report-fault.ts';
import { shareUsage } from '../shared/usage/report-usage.ts';
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
  forgetModules();
  document.title = '';
  window.scrollTo(0, 0);
  focusStart();
});

afterEach(async () => {
  await cleanup();
  localStorage.clear();
  chooseTheme('light');
});

/** What modules keep between screens. */
function forgetModules(): void {
  tokenStore.set(null);
  chooseTheme('system');
  for (const { id } of toastStore.get()) toastStore.dismiss(id);
  for (const id of creatingApplications.get()) creatingApplications.remove(id);
  noteServerTime(new Date().toUTCString());
  forgetPendingStores();
  pastViews.forget();
  forgetGrids();
  forgetLoad();
  forgetFaults();
  // What was noted is forgotten with it.
  shareUsage(false);
  shareUsage(true);
}

/** The first Tab begins at the top, whatever had the focus or was selected. */
function focusStart(): void {
  window.getSelection()?.removeAllRanges();
  const top = document.createElement('span');
  top.tabIndex = -1;
  document.body.prepend(top);
  top.focus();
  top.remove();
}
