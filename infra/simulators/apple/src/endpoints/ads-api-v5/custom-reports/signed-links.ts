import { createHmac, timingSafeEqual } from 'node:crypto';

/** Addresses that carry their own permission for a short while, as a storage host's do. */
export interface SignedLinks {
  /** The query string that opens a path from now on. */
  sign(path: string, now: number): string;
  /** Why a request is refused; null when it is not. */
  refusalOf(path: string, query: Readonly<Record<string, unknown>>, now: number): string | null;
}

const LIFE_SECONDS = 90;

/** @param key secret under which links are made; links outlive a restart, but not their 90 seconds */
export function createSignedLinks(key: Buffer): SignedLinks {
  const signatureOf = (path: string, issued: string) =>
    createHmac('sha256', key).update(`link:${path}:${issued}:${LIFE_SECONDS}`).digest();
  return {
    sign(path, now) {
      const issued = String(Math.floor(now));
      const signature = signatureOf(path, issued).toString('hex');
      const parts = { 'X-Amz-Date': issued, 'X-Amz-Expires': String(LIFE_SECONDS), 'X-Amz-Signature': signature };
      return new URLSearchParams(parts).toString();
    },
    refusalOf(path, query, now) {
      const issued = String(query['X-Amz-Date'] ?? '');
      const actual = Buffer.from(String(query['X-Amz-Signature'] ?? ''), 'hex');
      const expected = signatureOf(path, issued);
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'SignatureDoesNotMatch';
      return now > Number(issued) + LIFE_SECONDS * 1000 ? 'AccessDenied' : null;
    },
  };
}
