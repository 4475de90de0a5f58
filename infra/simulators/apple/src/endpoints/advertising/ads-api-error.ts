/** One thing that is wrong; `field` is empty where no field is to blame. */
export interface AdsApiErrorItem {
  readonly messageCode: string;
  readonly message: string;
  readonly field: string;
}

/** A refusal of the ad service: HTTP status and what is wrong, in the words of its older API. */
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

export const badRequest = (message: string, field: string, code = 'INVALID_INPUT'): AdsApiError =>
  new AdsApiError(400, code, message, field);

export const notFound = (): AdsApiError =>
  new AdsApiError(404, '404', "Not Found: The API can't locate the resource.", 'null');

/** The refusal of reports to a role that may not read them. */
export const reportsRefused = (): AdsApiError =>
  new AdsApiError(403, 'FORBIDDEN', 'No right to read reports of this ad account.');
