/** An application as views name it. */
export interface ScopeApplication {
  readonly application_id: number;
  /** The store's number of it. */
  readonly adam_id: number;
  readonly name: string;
  /** ISO 4217: converted amounts are in it. */
  readonly currency: string;
  readonly small_business: boolean;
  /** In the order they were linked. */
  readonly org_ids: readonly number[];
}

export interface ScopeOrganization {
  readonly org_id: number;
  readonly name: string;
  readonly currency: string;
  /** IANA name. */
  readonly time_zone: string;
}

/** What one set of users may see: a team and some of its applications. */
export interface ViewScope {
  /** Name of the team's database. */
  readonly database: string;
  /** Name of the database with the tables. */
  readonly tables: string;
  readonly applications: readonly ScopeApplication[];
  readonly organizations: readonly ScopeOrganization[];
}

/** A view: one sentence about it and each column, and its rows. */
export interface ViewDefinition {
  readonly name: string;
  readonly comment: string;
  /** Name, type of the engine and one sentence, in the order of the columns. */
  readonly columns: readonly ColumnDefinition[];
  /** SELECT with one column for each name. */
  readonly select: (scope: ViewScope) => string;
}

export type ColumnDefinition = readonly [name: string, type: string, comment: string];
