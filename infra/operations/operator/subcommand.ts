import type { ClickHouseClient, CommandContext, Environment, EventLog } from '@tapwise/adapters';

/** What a subcommand works with. */
export interface OperatorTools {
  readonly log: EventLog;
  readonly tables: ClickHouseClient;
  readonly environment: Environment;
  /** Written beside every event the subcommand appends. */
  readonly context: CommandContext;
  /** Prints one row of the answer, as one line of JSON. */
  readonly print: (row: object) => void;
  /** Says to people what is wrong. */
  readonly complain: (text: string) => void;
}

/** What an operator may ask for. */
export interface Subcommand {
  readonly usage: string;
  /**
   * @param args What follows the subcommand's name.
   * @returns the exit code.
   * @throws UsageError for arguments that make no sense, before anything is changed.
   */
  run(args: readonly string[], tools: OperatorTools): Promise<number>;
}

/** The arguments make no sense; nothing was changed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
