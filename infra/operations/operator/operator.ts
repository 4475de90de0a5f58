import { openClickHouse, openEventLog, readEnvironment } from '@tapwise/adapters';
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
import { type Subcommand, UsageError } from './subcommand.ts';

/** What the person who runs the server asks and decides beside the running product. One line of JSON a row. */
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

const [name = '', ...args] = process.argv.slice(2);
// A stream that was left half way keeps the log's client from ending.
process.exit(await run(name, args));

async function run(requestedName: string, rest: readonly string[]): Promise<number> {
  const subcommand = Object.hasOwn(subcommands, requestedName) ? subcommands[requestedName] : undefined;
  if (subcommand === undefined) {
    const usages = Object.values(subcommands).map(({ usage }) => `  npm run --silent operator -- ${usage}`);
    console.error(['Usage:', ...usages].join('\n'));
    return 2;
  }
  try {
    const environment = withDemoAds(readEnvironment());
    const { EVENTSTORE_URL, CLICKHOUSE_URL } = engineAddresses(environment);
    return await subcommand.run(rest, {
      environment,
      log: openEventLog(EVENTSTORE_URL),
      tables: openClickHouse(CLICKHOUSE_URL),
      context: { actor: { kind: 'operator', id: 'operator-command' } },
      print: (row) => process.stdout.write(`${JSON.stringify(row)}\n`),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    if (!(error instanceof UsageError)) return 1;
    console.error(`Usage: npm run --silent operator -- ${subcommand.usage}`);
    return 2;
  }
}
