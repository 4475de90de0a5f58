import { parseArgs } from 'node:util';
import { type Day, DomainError, dayInZone, isDay } from '@tapwise/domain';
import { IncompleteDaysError, loadOlderDays, type OlderDays } from '@tapwise/workflows/load-days';
import { readDirectory } from '../read-directory.ts';
import { type OperatorTools, type Subcommand, UsageError } from '../subcommand.ts';
import { openOlderAds } from './ads-clients.ts';
import { applicationsOf, type Linked } from './linked-organizations.ts';
import { printFailure } from './print-failure.ts';

/** Brings in the figures by day that version 1 of the ad service does not give, as far back as version 5 goes. */
export const loadDays: Subcommand = {
  usage: 'load-days <org_id> [--from=YYYY-MM-DD]',
  async run(args, tools) {
    const { orgId, from } = readArguments(args);
    if (tools.environment.APPLE_ADS_API !== 'v5') {
      tools.print({ status: 'error', code: 'wrong_api', error_message: 'Old days come from v5: set APPLE_ADS_API=v5' });
      return 1;
    }
    try {
      const linked = applicationsOf(await readDirectory(tools.log), orgId);
      if (linked.length === 0) throw new DomainError('not_found');
      tools.print(resultRow(await loadAll(tools, linked, from)));
      return 0;
    } catch (error) {
      return printFailure(tools, asUnavailable(error));
    }
  },
};

/** @returns what the log holds for each application. */
async function loadAll(tools: OperatorTools, linked: readonly Linked[], from: Day | undefined): Promise<OlderDays[]> {
  const { log, environment, print } = tools;
  let calls = 0;
  const client = openOlderAds(environment, { onAnswer: () => (calls += 1) });
  const { signal } = new AbortController();
  const loaded: OlderDays[] = [];
  try {
    for (const { application, organization } of linked) {
      const { org_id, time_zone } = organization;
      const context = { client, application, organization, adamId: application.adam_id };
      const ref = { application_id: application.application_id, org_id };
      const today = dayInZone(Date.now(), time_zone);
      const ofApplication = await loadOlderDays({ log, ref, context, today, signal }, from, (span) => {
        print({ kind: 'span', from: span.from_day, to: span.to_day, rows: span.rows, calls });
        calls = 0;
      });
      loaded.push(ofApplication);
    }
  } finally {
    await client.close();
  }
  return loaded;
}

/** What was loaded of all applications of the organization. */
function resultRow(loaded: readonly OlderDays[]): object {
  const firstDays = loaded.flatMap(({ firstDay }) => firstDay ?? []).sort();
  return {
    status: 'success',
    first_day: firstDays[0] ?? null,
    days: Math.max(...loaded.map(({ days }) => days)),
    months_replaced: loaded.reduce((sum, { months }) => sum + months.replaced, 0),
    months_differ: loaded.flatMap(({ months }) =>
      months.differing.map(({ month, campaign_id, month_micros, days_micros }) => ({
        month: month.slice(0, 7),
        level: 'campaign',
        id: campaign_id,
        month_spend: unitsOf(month_micros),
        days_spend: unitsOf(days_micros),
      })),
    ),
  };
}

const unitsOf = (micros: number | null): number | null => (micros === null ? null : micros / 1_000_000);

const asUnavailable = (error: unknown): unknown =>
  error instanceof IncompleteDaysError
    ? new DomainError('unavailable', { message: error.message, cause: error })
    : error;

function readArguments(args: readonly string[]): { orgId: number; from: Day | undefined } {
  const { values, positionals } = parseWith(args);
  const orgId = organizationOf(positionals);
  if (values.from !== undefined && !isDay(values.from)) throw new UsageError('--from takes a day, as in 2025-01-31');
  return { orgId, from: values.from };
}

function parseWith(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { from: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws UsageError unless there is one id. */
export function organizationOf(positionals: readonly string[]): number {
  const [text = '', ...others] = positionals;
  if (others.length > 0 || !/^[1-9]\d{0,15}$/.test(text))
    throw new UsageError('The id of one ad organization is needed');
  return Number(text);
}
