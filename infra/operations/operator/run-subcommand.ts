import { guardCommand, openClickHouse, openEventLog, readEnvironment } from '@tapwise/adapters';
import { engineAddresses, withDemoAds } from '../addresses/engine-addresses.ts';
import { compareAdsApi } from './ads/compare/compare-ads-api.ts';
import { loadDays } from './ads/load-days.ts';
import { tryApple } from './ads/try-apple.ts';
import { appleAds } from './apple-ads.ts';
import { copyFiles } from './copy-files.ts';
import { links } from './links.ts';
import { parked } from './parked.ts';
import { processes } from './processes.ts';
import { rates } from './rates.ts';
import { remap } from './remap.ts';
import { type OperatorTools, type Subcommand, UsageError } from './subcommand.ts';

const subcommands: Readonly<Record<string, Subcommand>> = {
  'apple-ads': appleAds,
  'compare-ads-api': compareAdsApi,
  'copy-files': copyFiles,
  links,
  'load-days': loadDays,
  parked,
  processes,
  rates,
  remap,
  'try-apple': tryApple,
};

/** Where the command reads its settings and prints. */
export interface OperatorConsole extends Pick<OperatorTools, 'print' | 'complain'> {
  /** Environment variables; those of this process when absent. */
  readonly variables?: NodeJS.ProcessEnv;
}

/**
 * Runs what an operator asks for.
 * @param args Name of the subcommand, and what follows it.
 * @returns the exit code: 1 when it failed, 2 when the arguments make no sense.
 */
export async function runSubcommand(
  [name = '', ...args]: readonly string[],
  { variables, print, complain }: OperatorConsole,
): Promise<number> {
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (subcommand === undefined) {
    const usages = Object.values(subcommands).map(({ usage }) => `  npm run --silent operator -- ${usage}`);
    complain(['Usage:', ...usages].join('\n'));
    return 2;
  }
  try {
    const environment = withDemoAds(readEnvironment(variables));
    const { EVENTSTORE_URL, CLICKHOUSE_URL } = engineAddresses(environment);
    const log = openEventLog(EVENTSTORE_URL);
    const tables = openClickHouse(CLICKHOUSE_URL);
    const context = { actor: { kind: 'operator', id: 'operator-command' } } as const;
    try {
      await guardCommand(log);
      return await subcommand.run(args, { environment, log, tables, context, print, complain });
    } finally {
      // A stream that was left half way keeps the log's client from ending, so its end is not awaited.
      void log.close();
      await tables.close();
    }
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    if (!(error instanceof UsageError)) return 1;
    complain(`Usage: npm run --silent operator -- ${subcommand.usage}`);
    return 2;
  }
}
