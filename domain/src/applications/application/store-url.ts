import { DomainError } from '../../shared/domain-error.ts';

// Not read by a parser of addresses: those forgive what a look-alike is made of.
const form = /^(?:https?:\/\/)?(?:apps|itunes)\.apple\.com((?:\/[^/?#\s\\]+)*)\/id(\d{1,15})\/?(?:[?#]\S*)?$/i;
/** Others than apps have such numbers too. */
const notOfApp = /^(?:\/[a-z]{2})?\/(?:developer|artist|story|curator|room)(?:\/|$)/i;
const longest = 2000;

/**
 * The store's number of the app that an address of the App Store names:
 * `https://apps.apple.com/us/app/calm/id1500000001?mt=8` is 1500000001. The scheme may be left out.
 * @returns `undefined` for any other text, also for addresses that only look like the store's.
 */
export function adamIdOfAddress(text: string): number | undefined {
  const address = text.trim();
  const [, path = '', digits = '0'] = (address.length <= longest && form.exec(address)) || [];
  const adamId = Number(digits);
  return adamId === 0 || notOfApp.test(path) ? undefined : adamId;
}

/** @throws DomainError `app_url_invalid` when the text is no address of an app in the App Store. */
export function adamIdFromUrl(url: string): number {
  const adamId = adamIdOfAddress(url);
  if (adamId === undefined) throw new DomainError('app_url_invalid');
  return adamId;
}
