import type { FastifyInstance } from 'fastify';
import { dayAt, formatDay } from '../../base/calendar/calendar-days.ts';
import type { SimulatorClock } from '../../base/clock.ts';
import { consumeFault, type Faults, type RatesJumps } from '../../control/faults.ts';
import type { RateDay, ReferenceRates } from '../../market/rates/reference-rates.ts';

/** The two documents of the ECB that the product may be pointed at: the last day alone, and all days. */
export function registerExchangeRateRoutes(
  server: FastifyInstance,
  clock: SimulatorClock,
  rates: ReferenceRates,
  faults: Faults,
): void {
  const document = (select: (days: readonly RateDay[]) => readonly RateDay[]) => () =>
    eurofxref(
      select(rates.published(dayAt('UTC', clock.now()))).map((published) => withJumps(published, faults.ratesJumps)),
    );
  const newest = document((days) => days.slice(0, 1));
  const history = document((days) => days);
  for (const [path, text] of [
    ['/rates/eurofxref-daily.xml', newest],
    ['/rates/eurofxref-hist.xml', history],
  ] as const) {
    server.get(path, (_request, reply) =>
      consumeFault(faults, 'ratesBrokenNext')
        ? reply.type('text/html').send(WEB_PAGE)
        : reply.type('text/xml').send(text()),
    );
  }
}

/** Rates of a day as a misprint has them. The simulated market goes on with those that are right. */
function withJumps({ day, rates }: RateDay, jumps: RatesJumps): RateDay {
  const factors = jumps[formatDay(day)] ?? {};
  const changed = [...rates].map(([currency, rate]) => {
    const factor = factors[currency];
    return [currency, factor === undefined ? rate : String(Number((Number(rate) * factor).toPrecision(6)))] as const;
  });
  return { day, rates: new Map(changed) };
}

/** What a proxy or a maintenance page answers, with status 200. */
const WEB_PAGE = '<!doctype html><html><body><h1>Be right back</h1></body></html>\n';

/** Envelope and nesting as published at https://www.ecb.europa.eu/stats/eurofxref/. */
export function eurofxref(days: readonly RateDay[]): string {
  const cubes = days.map((day) => {
    const rates = [...day.rates].map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`);
    return `<Cube time="${formatDay(day.day)}">${rates.join('')}</Cube>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">',
    '<gesmes:subject>Reference rates</gesmes:subject>',
    '<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>',
    `<Cube>${cubes.join('\n')}</Cube>`,
    '</gesmes:Envelope>',
    '',
  ].join('\n');
}
