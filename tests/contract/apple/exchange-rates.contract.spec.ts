import { fetchReferenceRates, NotReferenceRatesError } from '@tapwise/adapters';
import { daysBetween } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SimulatorProcess, startSimulator } from './simulator-process.ts';

let simulator: SimulatorProcess;

beforeAll(async () => {
  simulator = await startSimulator();
});

afterAll(async () => {
  await simulator.stop();
});

describe('the reference rates and their reader', () => {
  it('agree on a file with one day', async () => {
    const days = await fetchReferenceRates({ url: `${simulator.url}/rates/eurofxref-daily.xml` });
    expect(days).toHaveLength(1);
    expect(days[0]?.rates).toMatchObject({ USD: expect.any(Number), JPY: expect.any(Number) });
  });

  it('agree on a file with many days, newest first, that reaches back further than the figures do', async () => {
    const days = await fetchReferenceRates({ url: `${simulator.url}/rates/eurofxref-hist.xml` });
    const names = days.map(({ day }) => day);
    expect(names).toEqual([...names].sort().reverse());
    expect(daysBetween(names.at(-1) ?? '', names[0] ?? '')).toBeGreaterThan(700);
    expect(new Set(days.map(({ rates }) => Object.keys(rates).sort().join())).size).toBe(1);
  });

  it('agree that another document is none', async () => {
    await expect(fetchReferenceRates({ url: `${simulator.url}/truth/status` })).rejects.toThrow(NotReferenceRatesError);
  });
});
