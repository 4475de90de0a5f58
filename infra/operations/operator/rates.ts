import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type EventLog, handleCommand, startFoldFollower } from '@tapwise/adapters';
import {
  createRateBook,
  type Day,
  decideHeldRate,
  evolveRateBook,
  exchangeRatesPrefix,
  exchangeRatesStream,
  heldRates,
  isDay,
  isoCurrency,
  type RateBook,
  rateDayDecider,
  type WaitingRate,
} from '@tapwise/domain';
import { type OperatorTools, type Subcommand, UsageError } from './subcommand.ts';

/** Exchange rates that are held back: lists them with what they were compared with, accepts one, or refuses it. */
export const rates: Subcommand = {
  usage: 'rates [--accept <day> <currency> | --refuse <day> <currency>] [--reason <text>]',
  async run(args, tools) {
    const { decision, reason } = readArguments(args);
    const held = heldRates(await readRates(tools.log));
    if (decision === undefined) {
      for (const rate of held) tools.print(rowOf(rate, 'held'));
      return 0;
    }
    const rate = held.find(({ day, currency }) => day === decision.day && currency === decision.currency);
    if (rate === undefined) throw new UsageError(`No rate of ${decision.currency} is held back on ${decision.day}`);
    await decide(tools, decision, rate, reason);
    return 0;
  },
};

interface Decision {
  readonly accepted: boolean;
  readonly day: Day;
  readonly currency: string;
}

async function decide(
  tools: OperatorTools,
  decision: Decision,
  rate: WaitingRate & { day: Day },
  reason: string | undefined,
): Promise<void> {
  const { position } = await handleCommand(tools.log, {
    stream: exchangeRatesStream(decision.day),
    decider: rateDayDecider,
    cause: randomUUID(),
    context: { ...tools.context, ...(reason === undefined ? {} : { reason }) },
    decide: (state) => decideHeldRate(state, { ...decision, decided_at: new Date().toISOString() }),
  });
  tools.print({ ...rowOf(rate, decision.accepted ? 'accepted' : 'refused'), log_position: position.toString() });
}

async function readRates(log: EventLog): Promise<RateBook> {
  const stop = new AbortController();
  const fold = startFoldFollower(log, {
    state: createRateBook(),
    evolve: (book, { event }) => evolveRateBook(book, event),
    streamPrefixes: [exchangeRatesPrefix],
    signal: stop.signal,
  });
  await fold.caughtUp;
  stop.abort();
  return fold.state;
}

const rowOf = (
  { day, currency, rate, previous_rate, previous_day, since }: WaitingRate & { day: Day },
  state: string,
) => ({
  day,
  currency,
  units_per_euro: rate,
  previous_units_per_euro: previous_rate,
  previous_day,
  held_since: since,
  state,
});

function readArguments(args: readonly string[]): { decision: Decision | undefined; reason: string | undefined } {
  const options = { accept: { type: 'boolean' }, refuse: { type: 'boolean' }, reason: { type: 'string' } } as const;
  let parsed: { values: { accept?: boolean; refuse?: boolean; reason?: string }; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true }) as typeof parsed;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { accept = false, refuse = false, reason } = parsed.values;
  if (reason !== undefined && (reason.trim() === '' || reason.length > 500)) {
    throw new UsageError('--reason takes 1 to 500 characters');
  }
  if (accept && refuse) throw new UsageError('Either --accept or --refuse');
  const { positionals } = parsed;
  if (!accept && !refuse) {
    if (positionals.length > 0) throw new UsageError('--accept or --refuse says what to do with a rate');
    return { decision: undefined, reason };
  }
  const [day = '', currency = ''] = positionals;
  if (positionals.length !== 2 || !isDay(day) || !/^[A-Za-z]{3}$/.test(currency)) {
    throw new UsageError('A day and a currency are needed, as in 2026-02-03 USD');
  }
  return { decision: { accepted: accept, day, currency: isoCurrency(currency.toUpperCase()) }, reason };
}
