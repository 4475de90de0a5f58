import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type EventLog, guardCommand, handleCommand, openEventLog, readEnvironment } from '@tapwise/adapters';
import {
  billingDecider,
  billingStream,
  type Directory,
  DomainError,
  findMembership,
  grantSpecialPrices,
  moveTrial,
  planChoices,
  serviceAt,
  serviceEnd,
  teamBilling,
  teamDecider,
  teamStream,
} from '@tapwise/domain';
import { engineAddresses } from '../addresses/engine-addresses.ts';
import { readDirectory } from '../operator/read-directory.ts';
import { UsageError } from '../operator/subcommand.ts';

const usage = `Usage:
  npm run --silent billing -- status --account <user_id>
  npm run --silent billing -- trial --account <user_id> --until <instant>
  npm run --silent billing -- special --account <user_id> --prices <six ids or one, with commas; none takes them back>`;

const context = { actor: { kind: 'operator', id: 'billing-command' } } as const;

// A stream that was left half way keeps the log's client from ending.
process.exit(await run(process.argv.slice(2)));

/** What the person who runs the server decides about a team's trial and prices. Prints one line of JSON. @returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  try {
    const { EVENTSTORE_URL } = engineAddresses(readEnvironment());
    const options = readArguments(args);
    const log = openEventLog(EVENTSTORE_URL);
    await guardCommand(log);
    const teamId = teamOf(await readDirectory(log), options.accountId);
    if (options.until !== undefined) await setTrial(log, teamId, options.until);
    if (options.prices !== undefined) await setPrices(log, teamId, options.prices);
    process.stdout.write(`${JSON.stringify(statusOf(await readDirectory(log), teamId, options.accountId))}\n`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    if (!(error instanceof UsageError)) return 1;
    console.error(usage);
    return 2;
  }
}

interface BillingOptions {
  readonly accountId: number;
  readonly until?: string;
  readonly prices?: readonly string[];
}

function readArguments(args: readonly string[]): BillingOptions {
  const options = { account: { type: 'string' }, until: { type: 'string' }, prices: { type: 'string' } } as const;
  let parsed: { values: { account?: string; until?: string; prices?: string }; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true }) as typeof parsed;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const [command, ...more] = parsed.positionals;
  const { account = '', until, prices } = parsed.values;
  if (!/^[1-9]\d{0,15}$/.test(account)) throw new UsageError('--account needs the number of an account');
  const accountId = Number(account);
  if (more.length > 0) throw new UsageError(`"${more[0]}" is not understood`);
  if (command === 'status') return { accountId };
  if (command === 'trial') return { accountId, until: readInstant(until) };
  if (command === 'special') return { accountId, prices: readPrices(prices) };
  throw new UsageError('status, trial or special');
}

function readInstant(text: string | undefined): string {
  const isInstant = text !== undefined && /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text);
  if (!isInstant || Number.isNaN(Date.parse(text))) throw new UsageError('--until needs an instant with its time zone');
  return new Date(text).toISOString();
}

function readPrices(text: string | undefined): string[] {
  const ids = (text ?? '?').split(',').map((id) => id.trim());
  if (ids.length === 1 && ids[0] === '') return [];
  if (![1, planChoices.length].includes(ids.length) || !ids.every((id) => /^pri_[a-z0-9]{26}$/.test(id))) {
    throw new UsageError(`--prices needs ${planChoices.length} ids of prices, or one for all plans`);
  }
  return ids;
}

function teamOf(directory: Directory, accountId: number): number {
  const membership = findMembership(directory, accountId);
  if (membership === undefined) throw new DomainError('not_found', { message: `There is no account ${accountId}.` });
  return membership.team.team_id;
}

async function setTrial(log: EventLog, teamId: number, until: string): Promise<void> {
  await handleCommand(log, {
    stream: teamStream(teamId),
    decider: teamDecider,
    cause: randomUUID(),
    context,
    decide: (state) => moveTrial(state, { until, at: new Date().toISOString() }),
  });
}

async function setPrices(log: EventLog, teamId: number, ids: readonly string[]): Promise<void> {
  const prices = planChoices.flatMap((choice, index) => {
    const price_id = ids.length === 1 ? ids[0] : ids[index];
    return price_id === undefined ? [] : [{ plan: choice.plan, period: choice.period, price_id }];
  });
  await handleCommand(log, {
    stream: billingStream(teamId),
    decider: billingDecider,
    cause: randomUUID(),
    context,
    decide: (state) => grantSpecialPrices(state, { team_id: teamId, prices, at: new Date().toISOString() }),
  });
}

function statusOf(directory: Directory, teamId: number, accountId: number): object {
  const team = directory.teams.get(teamId);
  if (team === undefined) throw new DomainError('not_found');
  const billing = teamBilling(directory.billing, teamId);
  const end = serviceEnd(team, billing);
  const { state, subscription, paid_until, grace_until, charging, open_request } = billing;
  return {
    status: 'ok',
    account: accountId,
    team_id: teamId,
    trial_expires_at: team.trial_expires_at,
    demo: team.demo,
    state,
    subscription,
    paid_until,
    grace_until,
    charging,
    open_request,
    special_prices: directory.billing.specialPrices.get(teamId) ?? [],
    service: serviceAt(end, Date.now()),
    service_ends_at: end === null ? null : new Date(end).toISOString(),
  };
}
