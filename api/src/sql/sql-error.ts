/** HTTP status by ClickHouse's error number, for those this side refuses with. */
const statuses: ReadonlyMap<number, number> = new Map([
  ...([36, 62, 167, 168] as const).map((code) => [code, 400] as const),
  ...([497, 516] as const).map((code) => [code, 403] as const),
  ...([46, 47, 60, 73, 81, 115] as const).map((code) => [code, 404] as const),
  [48, 501],
  [159, 408],
  [229, 413],
  [381, 411],
  [209, 503],
]);

/** A refusal with ClickHouse's number and name. */
export class SqlError extends Error {
  readonly code: number;
  readonly errorName: string;
  readonly status: number;
  /** Seconds after which the same may be asked again. */
  readonly retryAfter: number | undefined;

  constructor(
    code: number,
    errorName: string,
    message: string,
    options: { status?: number; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'SqlError';
    this.code = code;
    this.errorName = errorName;
    this.status = options.status ?? statuses.get(code) ?? 500;
    this.retryAfter = options.retryAfter;
  }

  /** The line clients read number and name from. */
  line(version: string): string {
    const sentence = this.message.replace(/[.\s]+$/, '');
    return `Code: ${this.code}. DB::Exception: ${sentence}. (${this.errorName}) (version ${version} (official build))\n`;
  }
}

export const denied = (message: string): SqlError => new SqlError(497, 'ACCESS_DENIED', message);
export const syntaxError = (message: string): SqlError => new SqlError(62, 'SYNTAX_ERROR', `Syntax error: ${message}`);
