import type { UsageName, UsageProperties, usagePaths } from '@tapwise/contract/usage';
import { tokenStore } from '../storage/token-store.ts';

/** Named here and only checked against the contract: taking the value would ship its schemas. */
const path: (typeof usagePaths)['usage'] = '/api/usage';
/** As many as one call takes. */
const most = 50;

let waiting: object[] = [];
let shared = true;

/** Whether the browser asks not to be tracked; then nothing is even kept. */
const isPrivate = (): boolean =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** Notes how the page is used: a name and its properties, never a text of a person. Sent when the page is hidden. */
export function reportUsage<Name extends UsageName>(name: Name, properties: UsageProperties<Name>): void {
  if (!shared || isPrivate()) return;
  waiting.push({ name, at: new Date().toISOString(), properties });
  if (waiting.length >= most) sendUsage();
}

/** Follows the person's switch. */
export function shareUsage(on: boolean): void {
  shared = on;
  if (!on) waiting = [];
}

export function sendUsage(): void {
  if (waiting.length === 0) return;
  const body = JSON.stringify({ events: waiting, token: tokenStore.get() });
  waiting = [];
  // Not awaited; it reaches the server although the page goes away.
  navigator.sendBeacon(path, new Blob([body], { type: 'application/json' }));
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendUsage();
  });
}
