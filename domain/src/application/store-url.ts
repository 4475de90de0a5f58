import { DomainError } from '../shared/domain-error.ts';

const hosts: ReadonlySet<string> = new Set(['apps', 'itunes'].map((name) => `${name}.apple.com`));
/** The last part of the path; developers and stories have such numbers too. */
const appPath = /^(?!\/(?:[a-z]{2}\/)?(?:developer|story|curator|room)\/)(?:\/[^/]+)*\/id(\d{1,15})\/?$/i;
const longest = 2000;

/**
 * The store's number of the app that an address of the App Store names:
 * `https://apps.apple.com/us/app/calm/id1500000001?mt=8` is 1500000001. The scheme may be left out.
 * @returns `undefined` for any other text, also for addresses that only look like the store's.
 */
export function adamIdOfAddress(text: string): number | undefined {
  const address = text.trim();
  const whole = /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;
  if (address.length > longest || !URL.canParse(whole)) return undefined;
  const { protocol, hostname, username, password, port, pathname } = new URL(whole);
  const isPlain = username === '' && password === '' && port === '';
  if (!isPlain || !['https:', 'http:'].includes(protocol) || !hosts.has(hostname)) return undefined;
  const adamId = Number(appPath.exec(pathname)?.[1] ?? 0);
  return adamId === 0 ? undefined : adamId;
}

/** @throws DomainError `app_url_invalid` when the text is no address of an app in the App Store. */
export function adamIdFromUrl(url: string): number {
  const adamId = adamIdOfAddress(url);
  if (adamId === undefined) throw new DomainError('app_url_invalid');
  return adamId;
}
