/** A failure with ClickHouse's number and name, whoever found it. */
export class ClickHouseError extends Error {
  readonly code: number;
  readonly errorName: string;

  /**
   * @param code ClickHouse's error number, for instance 62
   * @param errorName its name, for instance `SYNTAX_ERROR`
   * @param message the sentence alone, without number, name or version
   */
  constructor(code: number, errorName: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClickHouseError';
    this.code = code;
    this.errorName = errorName;
  }
}
