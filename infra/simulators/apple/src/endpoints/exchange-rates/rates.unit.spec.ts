import { describe, expect, it } from 'vitest';
import { parseDay, weekdayOf } from '../../base/calendar/calendar-days.ts';
import { createReferenceRates } from '../../market/rates/reference-rates.ts';
import { createConverter } from '../../market/sales/proceeds.ts';
import { startSimulator } from '../../simulator.ts';
import { control } from '../../testing/control-calls.ts';
import { eurofxref } from './eurofxref.routes.ts';

const day = (text: string): number => parseDay(text) ?? Number.NaN;
const rates = createReferenceRates(1);
const published = rates.published(day('2026-11-22'));

describe('reference rates', () => {
  it('are published on weekdays that are no holidays, newest first', () => {
    expect(published[0]?.day).toBe(day('2026-11-20'));
    expect(published.every((entry) => ![0, 6].includes(weekdayOf(entry.day)))).toBe(true);
    expect(published.some((entry) => entry.day === day('2025-12-25'))).toBe(false);
    expect(published.at(-1)?.day).toBeLessThan(day('2024-11-21'));
  });

  it('move from day to day, but not far', () => {
    for (const [index, entry] of published.slice(1).entries()) {
      const ratio = Number(entry.rates.get('USD')) / Number(published[index]?.rates.get('USD'));
      expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
    }
    expect(new Set(published.map((entry) => entry.rates.get('JPY'))).size).toBeGreaterThan(300);
  });

  it('are in the document as the central bank writes it', () => {
    const text = eurofxref(published.slice(0, 2));
    expect(text).toContain('<Cube time="2026-11-20"><Cube currency="USD" rate="');
    expect(text.match(/<Cube time=/g)).toHaveLength(2);
    expect(text).toContain('xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"');
  });

  it('are a web page with status 200 so often as a fault asks, and jump on days that one names', async () => {
    const simulator = await startSimulator({ scale: 0.05 });
    const ask = async () => {
      const answer = await fetch(`${simulator.url}/rates/eurofxref-hist.xml`);
      return [answer.status, await answer.text()] as const;
    };
    await control(simulator, '/faults', { rates_broken_next: 1 });
    expect(await ask()).toEqual([200, expect.not.stringContaining('<Cube currency=')]);
    const [, usual] = await ask();
    const [firstDay = '', newest = '', rate = ''] =
      /<Cube time="(.{10})"><Cube currency="USD" rate="([\d.]+)"/.exec(usual) ?? [];
    await control(simulator, '/faults', { rates_jumps: { [newest]: { USD: 2 } } });
    const jumped = firstDay.replace(rate, String(Number((Number(rate) * 2).toPrecision(6))));
    expect(await ask()).toEqual([200, usual.replace(firstDay, jumped)]);
    await control(simulator, '/faults', { rates_jumps: {} });
    expect(await ask()).toEqual([200, usual]);
    await simulator.stop();
  });

  it('convert at the last rate before a day without one, and at the oldest before all', () => {
    const converter = createConverter(rates, day('2026-11-22') * 86_400_000);
    const friday = converter.convert(100, 'USD', 'JPY', day('2026-11-20'));
    expect(converter.convert(100, 'USD', 'JPY', day('2026-11-22'))).toBe(friday);
    expect(friday).toBeCloseTo(
      (100 / rates.rateOn(day('2026-11-20'), 'USD')) * rates.rateOn(day('2026-11-20'), 'JPY'),
      9,
    );
    const oldest = published.at(-1)?.day ?? 0;
    expect(converter.convert(100, 'EUR', 'GBP', oldest - 400)).toBe(converter.convert(100, 'EUR', 'GBP', oldest));
    expect(converter.convert(12.5, 'EUR', 'EUR', oldest)).toBe(12.5);
  });
});
