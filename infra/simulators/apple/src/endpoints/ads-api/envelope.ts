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
  ) {
    super(message);
    this.items = [{ messageCode, message, field }];
  }
}

export interface Page {
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
}

/** The frame around every successful answer. */
export const envelope = (data: unknown, pagination: Page | null = null): string =>
  JSON.stringify({ data, pagination, error: null });

/** The frame around every refusal. */
export const errorEnvelope = (items: readonly AdsApiErrorItem[]): string =>
  JSON.stringify({ data: null, pagination: null, error: { errors: items } });

export const badRequest = (message: string, field: string, code = 'INVALID_INPUT'): AdsApiError =>
  new AdsApiError(400, code, message, field);

export const notFound = (): AdsApiError =>
  new AdsApiError(404, '404', "Not Found: The API can't locate the resource.", 'null');
