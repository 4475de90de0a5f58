import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createFailureRecorder,
  createLogger,
  type EventLog,
  handleCommand,
  NotReferenceRatesError,
  openEventLog,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  createRateBook,
  decideHeldRate,
  evolveRateBook,
  exchangeRatesPrefix,
  exchangeRatesStream,
  failureStream,
  rateDayDecider,
} from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { followDirectory } from '../../../../tests/support/facts/linked-application.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import { type RunningProcess, runProcess } from '../../testing/run-process.ts';
import { createPublishExchangeRatesActivities } from './publish-exchange-rates.activities.ts';
import { publishExchangeRatesProcess } from './publish-exchange-rates.contract.ts';
import { publishExchangeRates } from './publish-exchange-rates.ts';

const day = (name: string, rate: string) => `<Cube time="${name}"><Cube currency="USD" rate="${rate}"/></Cube>`;
const file = (days: string) => `<?xml version="1.0"?><Envelope><Cube>${days}</Cube></Envelope>`;

let node: EventStoreUnderTest;
let log: EventLog;
let server: Server;
let url: string;
let servedResponse: { status: number; body: string };
const stopping = new AbortController();

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  server = createServer((_request, response) => response.writeHead(servedResponse.status).end(servedResponse.body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  stopping.abort();
  server.closeAllConnections();
  server.close();
  await log.close();
  await node.stop();
});

/** Publishes as a process does that has read the log. */
function publish(): Promise<number> {
  const rates = startFoldFollower(log, {
    state: createRateBook(),
    evolve: (book, { event }) => evolveRateBook(book, event),
    streamPrefixes: [exchangeRatesPrefix],
    signal: stopping.signal,
  });
  return publishExchangeRates({ log, rates, url, logger: createLogger('test', 'silent') }, stopping.signal);
}

const ratesOf = async (name: string) =>
  (await log.readStream(exchangeRatesStream(name))).map(({ event }) =>
    'rates' in event.data ? event.data.rates : event,
  );

describe('exchange rates', () => {
  it('are recorded once for each day; a day that is published again with others is corrected', async () => {
    servedResponse = { status: 200, body: file(day('2026-02-02', '1.1') + day('2026-02-03', '1.2')) };
    expect(await publish()).toBe(2);
    servedResponse = { status: 200, body: file(day('2026-02-03', '1.25') + day('2026-02-04', '1.3')) };
    expect(await publish()).toBe(2);
    expect(await publish()).toBe(0);
    expect(await ratesOf('2026-02-03')).toEqual([{ USD: 1.2 }, { USD: 1.25 }]);
    expect(await ratesOf('2026-02-04')).toEqual([{ USD: 1.3 }]);
  });

  it('that differ from the day before by more than a third are held back until the next day confirms them', async () => {
    servedResponse = { status: 200, body: file(day('2026-02-05', '13')) };
    await publish();
    expect(await ratesOf('2026-02-05')).toMatchObject([{}, { type: 'ExchangeRatesHeldBack' }]);
    expect(await publish()).toBe(0);
    servedResponse = { status: 200, body: file(day('2026-02-06', '12.9')) };
    await publish();
    expect((await ratesOf('2026-02-05')).at(-1)).toMatchObject({
      type: 'ExchangeRateAccepted',
      data: { rate: 13, confirmed_by: '2026-02-06' },
    });
    expect(await ratesOf('2026-02-06')).toEqual([{ USD: 12.9 }]);
  });

  it('are recorded once when two processes fetch at the same time', async () => {
    servedResponse = { status: 200, body: file(day('2026-02-09', '12.4')) };
    await Promise.all([publish(), publish()]);
    expect(await ratesOf('2026-02-09')).toHaveLength(1);
  });

  it('leave the log as it is when the file is not one', async () => {
    servedResponse = { status: 200, body: '<html><body>2026-02-10</body></html>' };
    await expect(publish()).rejects.toThrow(NotReferenceRatesError);
    servedResponse = { status: 503, body: '' };
    await expect(publish()).rejects.toThrow('answered 503');
    expect(await ratesOf('2026-02-10')).toEqual([]);
  });
});

describe('rates that are held back', () => {
  const logger = createLogger('test', 'silent');
  let process: RunningProcess | undefined;
  const ofHeld = async () =>
    (await log.readStream(failureStream(null)))
      .map(({ event }) => event)
      .filter(({ data }) => 'source' in data && data.source === 'held_rates');
  const typesOfHeld = async () => (await ofHeld()).map(({ type }) => type);
  /** An operator's decision. */
  const decide = (name: string, accepted: boolean) =>
    handleCommand(log, {
      stream: exchangeRatesStream(name),
      decider: rateDayDecider,
      context: asTest,
      cause: `decided ${name}`,
      decide: (state) =>
        decideHeldRate(state, { day: name, currency: 'USD', accepted, decided_at: new Date().toISOString() }),
    });

  it('are a failure from the question that finds them, until each is accepted, refused or confirmed', async () => {
    const stop = new AbortController();
    const rates = startFoldFollower(log, {
      state: createRateBook(),
      evolve: (book, { event }) => {
        evolveRateBook(book, event);
        if (event.type === 'ExchangeRateAccepted' || event.type === 'ExchangeRateRefused') process?.wake();
      },
      streamPrefixes: [exchangeRatesPrefix],
      signal: stop.signal,
    });
    const directory = followDirectory(log, stop.signal);
    const failures = createFailureRecorder({ log, directory, logger, context: asTest });
    const directoryCaughtUp = async () => directory.reached((await log.readLast(failureStream(null)))?.position ?? 0n);
    /** Asks once, and again only when something wakes it within the hour. */
    const keep = () => {
      const over = new AbortController();
      const signal = AbortSignal.any([stop.signal, over.signal]);
      const activities = createPublishExchangeRatesActivities({
        log,
        rates,
        url,
        failures,
        logger,
        pauseSeconds: 3600,
      });
      const { wake, ended } = runProcess(publishExchangeRatesProcess, {}, { activities, logger, signal });
      process = { wake, ended };
      return async () => {
        over.abort();
        await ended();
      };
    };
    const begun = ['FailureBegan'];
    const ended = [...begun, 'FailureEnded'];

    servedResponse = { status: 200, body: file(day('2026-03-02', '12.4') + day('2026-03-03', '200')) };
    let end = keep();
    await expect.poll(typesOfHeld).toEqual(begun);
    expect(await ofHeld()).toMatchObject([
      { data: { application_id: null, reason: 'held_back', detail: '1 held; npm run operator -- rates' } },
    ]);
    await directoryCaughtUp();
    await decide('2026-03-03', false);
    await expect.poll(typesOfHeld).toEqual(ended);
    await end();

    servedResponse = { status: 200, body: file(day('2026-03-04', '300')) };
    await directoryCaughtUp();
    end = keep();
    await expect.poll(typesOfHeld).toEqual([...ended, ...begun]);
    await directoryCaughtUp();
    await decide('2026-03-04', true);
    await expect.poll(typesOfHeld).toEqual([...ended, ...ended]);
    await end();

    servedResponse = { status: 200, body: file(day('2026-03-05', '3000')) };
    await directoryCaughtUp();
    end = keep();
    await expect.poll(typesOfHeld).toEqual([...ended, ...ended, ...begun]);
    await end();
    servedResponse = { status: 200, body: file(day('2026-03-06', '2990')) };
    await directoryCaughtUp();
    end = keep();
    await expect.poll(typesOfHeld).toEqual([...ended, ...ended, ...ended]);
    await end();
    stop.abort();
  });
});
