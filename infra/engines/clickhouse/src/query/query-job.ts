import type { Statement } from '../sql/statement.ts';
import type { StatementNature } from '../sql/statement-nature.ts';
import type { BodyFile } from './body-files.ts';

/** Data of an INSERT: few bytes in memory, or a file already written. */
export type InsertData =
  | { readonly bytes: Buffer }
  | {
      readonly file: BodyFile;
      /** The engine's name for the file's compression, empty for none. */
      readonly compression: string;
    };

/** A temporary table sent along with a query. */
export interface ExternalTable {
  readonly name: string;
  readonly format: string;
  /** Columns as in CREATE TABLE. */
  readonly structure: string;
  readonly bytes: Buffer;
}

/** A session the client named. */
export interface SessionRequest {
  readonly id: string;
  readonly timeoutSeconds: number;
  /** Refuse to start a new one. */
  readonly mustExist: boolean;
  readonly closeAfter: boolean;
}

/** One authenticated, understood request. */
export interface QueryJob {
  /** Number of the request within this process, by which its query is found in the engine. */
  readonly number: number;
  readonly queryId: string;
  readonly user: string;
  readonly statement: Statement;
  readonly nature: StatementNature;
  readonly data?: InsertData;
  readonly database?: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly params: ReadonlyMap<string, string>;
  readonly readOnly: boolean;
  readonly session?: SessionRequest;
  readonly externalTables: readonly ExternalTable[];
  /** Format of the answer unless the statement names one. */
  readonly defaultFormat: string;
  /** The form of Native the client reads; 0 for the plain one. */
  readonly protocolVersion: number;
  /** The whole answer is held back until the query ends. */
  readonly wantsWholeResponse: boolean;
}

/** Figures about one query, as clients get them in `X-ClickHouse-Summary`. */
export interface QueryFigures {
  readRows: number;
  readBytes: number;
  writtenRows: number;
  writtenBytes: number;
  resultRows: number;
  resultBytes: number;
  elapsedNs: number;
}

/** Receives an answer part by part. */
export interface ResponseSink {
  /** Called once, before any part. `format` is absent when the statement returns no rows. */
  begin(head: { readonly format?: string; readonly contentType: string; readonly figures: QueryFigures }): void;
  /** Resolves when more may follow. */
  write(part: Buffer): Promise<void>;
  /** True once the caller is gone. */
  readonly gone: boolean;
  /** Calls back once when the caller is gone. */
  onGone(listener: () => void): void;
}
