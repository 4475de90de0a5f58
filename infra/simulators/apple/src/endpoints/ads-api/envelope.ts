/** One entry of Apple's error list. */
export interface AdsApiErrorItem {
  readonly messageCode: string;
  readonly message: string;
  readonly field: string;
}

/** A refusal of the ads API: HTTP status and error list. */
export class AdsApiError extends Error {
  readonly items: readonly AdsApiErrorItem[];

  constructor(
    readonly status: number,
    messageCode: string,
    message: string,
    field = '',
    further: readonly AdsApiErrorItem[] = [],
  ) {
    super(message);
    this.items = [{ messageCode, message, field }, ...further];
  }
}

/** A refusal of a list that names each of its wrong elements. @param items at least one */
export function refusalOf(status: number, items: readonly AdsApiErrorItem[]): AdsApiError {
  const [first = { messageCode: 'INVALID_INPUT', message: 'Invalid input', field: '' }, ...further] = items;
  return new AdsApiError(status, first.messageCode, first.message, first.field, further);
}

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

export const badRequest = (message: string, field: string, code = 'INVALID_INPUT'): AdsApiError =>
  new AdsApiError(400, code, message, field);

export const notFound = (): AdsApiError =>
  new AdsApiError(404, '404', "Not Found: The API can't locate the resource.", 'null');
