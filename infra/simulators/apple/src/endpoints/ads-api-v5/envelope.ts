import type { AdsApiErrorItem } from '../advertising/ads-api-error.ts';

export interface Page {
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
}

/** The frame around every successful answer; a bulk call may have succeeded in part. */
export const envelope = (
  data: unknown,
  pagination: Page | null = null,
  problems: readonly AdsApiErrorItem[] = [],
): string => JSON.stringify({ data, pagination, error: problems.length === 0 ? null : { errors: problems } });

/** The frame around every refusal. */
export const errorEnvelope = (items: readonly AdsApiErrorItem[]): string =>
  JSON.stringify({ data: null, pagination: null, error: { errors: items } });
