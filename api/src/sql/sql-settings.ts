/** Where the engine of analysts is, and how long a statement may take. */
export interface SqlSettings {
  /** Of the engine, with a user who may make users. */
  readonly engineUrl: string;
  /** Database of the tables. */
  readonly tables: string;
  readonly seconds: number;
}
