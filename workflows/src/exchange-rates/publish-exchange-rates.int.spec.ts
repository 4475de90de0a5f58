import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger, type EventLog, NotReferenceRatesError, openEventLog, startLiveFold } from '@tapwise/adapters';
import { createRateBook, evolveRateBook, exchangeRatesPrefix, exchangeRatesStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../tests/support/engines/eventstore-node.ts';
import { publishExchangeRates } from './publish-exchange-rates.ts';

const day = (name: string, rate: string) => `<Cube time="${name}"><Cube currency="USD" rate="${rate}"/></Cube>`;
const file = (days: string) => `<?xml version="1.0"?><Envelope><Cube>${days}</Cube></Envelope>`;

let node: EventStoreUnderTest;
let log: EventLog;
let server: Server;
let url: string;
let answer: { status: number; body: string };
const stopping = new AbortController();

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
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
  const rates = startLiveFold(log, {
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
    answer = { status: 200, body: file(day('2026-02-02', '1.1') + day('2026-02-03', '1.2')) };
    expect(await publish()).toBe(2);
    answer = { status: 200, body: file(day('2026-02-03', '1.25') + day('2026-02-04', '1.3')) };
    expect(await publish()).toBe(2);
    expect(await publish()).toBe(0);
    expect(await ratesOf('2026-02-03')).toEqual([{ USD: 1.2 }, { USD: 1.25 }]);
    expect(await ratesOf('2026-02-04')).toEqual([{ USD: 1.3 }]);
  });

  it('that differ from the day before by more than a third are held back until the next day confirms them', async () => {
    answer = { status: 200, body: file(day('2026-02-05', '13')) };
    await publish();
    expect(await ratesOf('2026-02-05')).toMatchObject([{}, { type: 'ExchangeRatesHeldBack' }]);
    expect(await publish()).toBe(0);
    answer = { status: 200, body: file(day('2026-02-06', '12.9')) };
    await publish();
    expect((await ratesOf('2026-02-05')).at(-1)).toMatchObject({
      ...{ type: 'ExchangeRateAccepted', data: { rate: 13, confirmed_by: '2026-02-06' } },
    });
    expect(await ratesOf('2026-02-06')).toEqual([{ USD: 12.9 }]);
  });

  it('are recorded once when two processes fetch at the same time', async () => {
    answer = { status: 200, body: file(day('2026-02-09', '12.4')) };
    await Promise.all([publish(), publish()]);
    expect(await ratesOf('2026-02-09')).toHaveLength(1);
  });

  it('leave the log as it is when the file is not one', async () => {
    answer = { status: 200, body: '<html><body>2026-02-10</body></html>' };
    await expect(publish()).rejects.toThrow(NotReferenceRatesError);
    answer = { status: 503, body: '' };
    await expect(publish()).rejects.toThrow('answered 503');
    expect(await ratesOf('2026-02-10')).toEqual([]);
  });
});
