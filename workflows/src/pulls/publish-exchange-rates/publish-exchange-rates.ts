import { type EventLog, type FoldFollower, fetchReferenceRates, handleCommand, type Logger } from '@tapwise/adapters';
import {
  exchangeRatesStream,
  publishRates,
  type RateBook,
  rateDayDecider,
  type ScreenedDay,
  screenRates,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import { runBounded } from '../../streams/run-bounded.ts';

export interface ExchangeRateDependencies {
  readonly log: EventLog;
  /** The rates that are recorded, kept current by following the log. */
  readonly rates: FoldFollower<RateBook>;
  /** Address of the central bank's XML. */
  readonly url: string;
  readonly logger: Logger;
}

const appendsAtOnce = 32;
/**
 * Fetches the reference rates and records what differs from what is known: new days, newest first, corrected ones, and rates that are
 * held back or released.
 * @returns how many days something was recorded of.
 */
export async function publishExchangeRates(
  dependencies: ExchangeRateDependencies,
  signal: AbortSignal,
): Promise<number> {
  const { log, rates, url } = dependencies;
  const days = await fetchReferenceRates({ url, signal });
  await rates.caughtUp;
  const screened = screenRates(rates.state, days).reverse();
  const fetchedAt = new Date().toISOString();
  let last = 0n;
  await runBounded(screened, appendsAtOnce, async (day) => {
    const position = await recordDay(log, day, fetchedAt);
    if (position > last) last = position;
  });
  // The next question, and what is held back, are about the rates with these.
  if (last > 0n) await rates.reached(last);
  return screened.length;
}

/** @returns the position of what was recorded of the day. */
async function recordDay(log: EventLog, screened: ScreenedDay, fetchedAt: string): Promise<bigint> {
  const { position } = await handleCommand(log, {
    stream: exchangeRatesStream(screened.day),
    decider: rateDayDecider,
    assume: 'new',
    context: workflowActor('exchange-rates'),
    cause: `published ${fetchedAt}`,
    decide: (state) => publishRates(state, screened, fetchedAt),
  });
  return position;
}
