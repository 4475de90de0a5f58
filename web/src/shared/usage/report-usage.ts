import type { UsageName, UsageProperties, usagePaths } from '@tapwise/contract/usage';
import { createPageStore } from '../page/page-store.ts';
import { tokenStore } from '../storage/token-store.ts';

/** Named here and only checked against the contract: taking the value would ship its schemas. */
const path: (typeof usagePaths)['usage'] = '/api/usage';
/** As many as one call takes. */
const most = 50;

const usage = createPageStore<{ waiting: readonly object[]; shared: boolean }>(() => ({ waiting: [], shared: true }));

/** Whether the browser asks not to be tracked; then nothing is even kept. */
const isPrivate = (): boolean =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** Notes how the page is used: a name and its properties, never a text of a person. Sent when the page is hidden. */
export function reportUsage<Name extends UsageName>(name: Name, properties: UsageProperties<Name>): void {
  const { waiting, shared } = usage.getState();
  if (!shared || isPrivate()) return;
  usage.setState({ waiting: [...waiting, { name, at: new Date().toISOString(), properties }] });
  if (waiting.length + 1 >= most) sendUsage();
}

/** Follows the person's switch. */
export function shareUsage(shared: boolean): void {
  usage.setState(shared ? { shared } : { shared, waiting: [] });
}

export function sendUsage(): void {
  const { waiting } = usage.getState();
  if (waiting.length === 0) return;
  const body = JSON.stringify({ events: waiting, token: tokenStore.get() });
  usage.setState({ waiting: [] });
  // Not awaited; it reaches the server although the page goes away.
  navigator.sendBeacon(path, new Blob([body], { type: 'application/json' }));
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendUsage();
  });
}
