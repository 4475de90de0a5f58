import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, fetchReferenceRates, handleCommand, type LiveFold, type Logger } from '@tapwise/adapters';
import { type DomainEventOf, exchangeRatesStream } from '@tapwise/domain';
import { actingWorkflow } from '../streams/acting.ts';
import { runBounded } from '../streams/run-bounded.ts';

type RatesPublished = DomainEventOf<'ExchangeRatesPublished'>;

export interface ExchangeRateDependencies {
  readonly log: EventLog;
  /** Days whose rates are recorded, kept current by following the log. */
  readonly knownDays: LiveFold<Set<string>>;
  /** Address of the central bank's XML. */
  readonly url: string;
  readonly logger: Logger;
}

const appendsAtOnce = 32;
/** After a failure the next attempt comes sooner than the next regular one. */
const retryMs = 15_000;

/** A day is recorded once: the first rates seen for it are kept, as the bank never restates them. */
const dayDecider = {
  initialState: (): { published: boolean } => ({ published: false }),
  evolve: (_state: { published: boolean }, _event: RatesPublished) => ({ published: true }),
};

/**
 * Fetches the reference rates and records the days not known yet, newest first.
 * @returns how many days were new.
 */
export async function publishExchangeRates(
  dependencies: ExchangeRateDependencies,
  signal: AbortSignal,
): Promise<number> {
  const { log, knownDays, url } = dependencies;
  const days = await fetchReferenceRates({ url, signal });
  await knownDays.caughtUp;
  const unknown = days.filter(({ day }) => !knownDays.state.has(day));
  const fetchedAt = new Date().toISOString();
  await runBounded(unknown, appendsAtOnce, async ({ day, rates }) => {
    const published: RatesPublished = { type: 'ExchangeRatesPublished', data: { day, rates, fetched_at: fetchedAt } };
    await handleCommand(log, {
      stream: exchangeRatesStream(day),
      decider: dayDecider,
      assume: 'new',
      context: actingWorkflow('exchange-rates'),
      cause: 'published',
      decide: (state) => (state.published ? [] : [published]),
    });
  });
  return unknown.length;
}

/** Keeps the rates current until the signal aborts. A source that fails is logged once, and asked again. */
export async function keepExchangeRates(
  dependencies: ExchangeRateDependencies & { intervalMs: number; signal: AbortSignal },
): Promise<void> {
  const { logger, intervalMs, signal } = dependencies;
  let failing = false;
  while (!signal.aborted) {
    let waitMs = intervalMs;
    try {
      const days = await publishExchangeRates(dependencies, signal);
      if (days > 0) logger.info({ days }, 'exchange rates recorded');
      failing = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!failing) logger.warn({ err: error }, 'exchange rates are unavailable; trying again');
      failing = true;
      waitMs = Math.min(intervalMs, retryMs);
    }
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}
