import { randomUUID } from 'node:crypto';

/** A refusal of App Store Connect: HTTP status, code and words. */
export class ConnectError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly title: string,
    detail: string,
  ) {
    super(detail);
  }

  /** The body of the answer. */
  get body(): object {
    const { status, code, title, message } = this;
    return { errors: [{ id: randomUUID(), status: String(status), code, title, detail: message }] };
  }
}

export const invalidParameter = (detail: string): ConnectError =>
  new ConnectError(400, 'PARAMETER_ERROR.INVALID', 'A parameter has an invalid value', detail);

export const notAvailable = (detail: string): ConnectError =>
  new ConnectError(404, 'NOT_FOUND', 'The specified resource does not exist', detail);

export const forbidden = (): ConnectError =>
  new ConnectError(
    403,
    'FORBIDDEN_ERROR',
    'This request is forbidden for security reasons',
    'The API key in use does not allow this request',
  );
