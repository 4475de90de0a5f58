import { currentQueryTags, programFlags, type QueryTags } from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';
import type { ReportScope } from '@tapwise/projections/queries';
import { Piscina } from 'piscina';
import type { ReportParameters } from '../../report-parameters.ts';
import type { CsvFacts } from '../report-csv.ts';

/** A report to be made elsewhere; rights were checked. */
export interface BigReportTask {
  /** `http://user:password@host:8123/database` */
  readonly tablesUrl: string;
  readonly scope: ReportScope;
  readonly parameters: ReportParameters;
  readonly now: Date;
  /** Said in the answer beside its own warning. */
  readonly notice?: string | undefined;
  /** Wanted as CSV: whose report it is. */
  readonly csv?: Pick<CsvFacts, 'application' | 'organization'> | undefined;
  readonly queryTags?: QueryTags | undefined;
}

/** What the thread says: the answer as the text of its JSON or CSV, or the words and code of the fault. */
export type BigReportMessage =
  | { readonly text: Uint8Array; readonly position: bigint }
  | { readonly fault: string; readonly code: string | undefined };

/** Makes answers of many rows where they hold up no other call. */
export interface BigReports {
  /** @throws the tables' faults; DomainError `unavailable` when too many wait. */
  ask(task: Omit<BigReportTask, 'tablesUrl' | 'queryTags'>): Promise<{ text: Buffer; position: bigint }>;
  close(): Promise<void>;
}

const program = new URL('./big-report.thread.ts', import.meta.url).href;
const waitingAtMost = 20;

/**
 * A thread for reports that take a second of arithmetic: in the server's own thread all other answers would wait for
 * them. It starts with the first of them and stays.
 * @param thread `file:` URL or path of the thread's program.
 */
export function createBigReports(tablesUrl: string, thread = program): BigReports {
  const pool = new Piscina<BigReportTask, BigReportMessage>({
    filename: thread,
    execArgv: programFlags(thread),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: waitingAtMost,
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  return {
    ask: async (task) => {
      if (pool.queueSize >= waitingAtMost) throw new DomainError('unavailable', { details: { retry_after: 5 } });
      const result = await pool.run({ ...task, tablesUrl, queryTags: currentQueryTags() });
      if ('fault' in result) throw Object.assign(new Error(result.fault), { code: result.code });
      return {
        text: Buffer.from(result.text.buffer, result.text.byteOffset, result.text.byteLength),
        position: result.position,
      };
    },
    close: () => pool.destroy(),
  };
}
