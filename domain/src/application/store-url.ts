import { DomainError } from '../shared/domain-error.ts';

/**
 * The store's number of the app, which its page has in the address as `id<digits>`:
 * `https://apps.apple.com/us/app/calm/id1500000001?mt=8` is 1500000001.
 * @throws DomainError `app_url_invalid` when the text has no such number.
 */
export function adamIdFromUrl(url: string): number {
  const digits = /(?:^|[/?&=])id(\d{1,15})(?!\w)/.exec(url)?.[1];
  const adamId = Number(digits ?? 0);
  if (adamId === 0 || url.length > 2000) throw new DomainError('app_url_invalid');
  return adamId;
}
