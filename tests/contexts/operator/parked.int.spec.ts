import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parked } from '../../../infra/operations/operator/parked.ts';
import type { StreamEvent } from '../../../projections/src/testing/recorded-events.ts';
import { figures } from '../../../projections/src/testing/sample-events.ts';
import { readSkippedEvents } from '../../../projections/src/writing/filling/skipped-events.ts';
import { happened, inTables } from '../../support/facts/ads-world.ts';
import { runProductCommand } from '../../support/product/product-command.ts';
import { expectUsageError, runCommand, runOperator } from '../../support/programs/operator-command.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';

let api: ApiService;
beforeAll(async () => {
  api = await startApi({ tables: true });
});
afterAll(() => api.stop());

const operator = (...args: string[]) => runOperator(api.addresses, ...args);

async function append({ stream, event }: StreamEvent): Promise<bigint> {
  const position = await happened(api, stream, event);
  await inTables(api, position);
  return position;
}

async function tapsOf(day: string): Promise<number[]> {
  const query = `SELECT taps FROM ads_performance_per_day_v1 FINAL WHERE day = '${day}' ORDER BY taps`;
  const result = await api.deps.tables.query({ query, format: 'JSONEachRow' });
  return (await result.json<{ taps: string | number }>()).map(({ taps }) => Number(taps));
}

async function health(): Promise<{ status: string; detail: string }> {
  const { body } = await api.call('GET', '/readyz');
  return (body as { parts: Record<string, { status: string; detail: string }> }).parts.projections ?? expect.fail();
}

const metric = async (projection: string): Promise<number> => {
  const { body } = await api.app.inject({ method: 'GET', url: '/metrics' });
  return Number(new RegExp(`^projection_parked_streams\\{projection="${projection}"\\} (\\d+)$`, 'm').exec(body)?.[1]);
};

const operatorPage = async (): Promise<string> => (await api.app.inject({ method: 'GET', url: '/operator' })).body;

describe('a poison event', () => {
  it('parks its stream until an operator leaves it out; then the later events of its stream are in the tables', async () => {
    const poison = figures('campaign', 1, '2026-02-31', [{ taps: 1 }]);
    const at = await append(poison);
    const later = figures('campaign', 2, '2026-03-02', [{ taps: 5 }]);
    await append({ ...later, stream: poison.stream });
    await append(figures('campaign', 3, '2026-03-02', [{ taps: 6 }]));
    expect(await tapsOf('2026-03-02')).toEqual([6]);

    const { rows } = await operator('parked');
    const reason = 'There is no day 2026-02-31';
    expect(rows).toMatchObject([
      { stream: poison.stream, position: String(at), event_type: poison.event.type, reason },
    ]);
    expect(rows[0]?.projections).toEqual(['ads-performance', 'figures-pulled']);
    expect(await health()).toMatchObject({
      status: 'degraded',
      detail: `1 stream is parked, first at position ${at} in ads-performance: ${reason}`,
    });
    expect(await metric('ads-performance')).toBe(1);
    const page = await operatorPage();
    expect(page).toContain(`parked stream of ${poison.stream.split('-')[0]} at position ${at}`);
    expect(page).toContain(`${poison.event.type} in ads-performance: ${reason}`);
    expect(page).not.toContain(poison.stream);
    expect(page).toMatch(/lease of the tables<\/th><td class="state ok">ok<\/td><td>Held by projections-/);

    const retried = await operator('parked', '--retry');
    expect(retried).toMatchObject({ code: 1, rows: [{ state: 'parked', parked_at: String(at), reason }] });
    expect(await tapsOf('2026-03-02')).toEqual([6]);

    const skipped = await operator('parked', '--skip', String(at), '--reason', 'No such day');
    expect(skipped).toMatchObject({ code: 0, rows: [{ stream: poison.stream, state: 'released' }] });
    expect(await tapsOf('2026-03-02')).toEqual([5, 6]);
    expect((await operator('parked')).rows).toEqual([]);
    expect(await health()).toMatchObject({ status: 'ok' });
    expect(await metric('ads-performance')).toBe(0);

    const decisions = await api.log.readStream(`parkedStream-${poison.stream}`);
    expect(decisions.map(({ event, metadata }) => [event.type, metadata?.actor.kind, metadata?.reason])).toEqual([
      ['ParkedStreamRetried', 'operator', undefined],
      ['ParkedEventSkipped', 'operator', 'No such day'],
    ]);
    // What could process the event has it, before and after.
    const skippedEvents = await readSkippedEvents(api.log);
    // Both make days of figures; the others had no fault.
    expect([...skippedEvents.values()].map((names) => [...names].toSorted())).toEqual([
      ['ads-performance', 'figures-pulled'],
    ]);
    const rebuilt = await runProductCommand(
      { environment: api.addresses },
      'rebuild',
      'ads-performance',
      'source-freshness',
    );
    expect(rebuilt.at(-1)).toBe('swapped');
    expect(await tapsOf('2026-03-02')).toEqual([5, 6]);
  });

  it('is not decided about without a subcommand that exists', async () => {
    const usage = { code: 2, rows: [], complaint: expect.stringContaining('Usage') };
    expect(await runCommand('operator', api.addresses)).toMatchObject(usage);
    expect(await operator('parked', '--all')).toMatchObject(usage);
  });

  it.each([
    ['a position at which nothing is parked', ['--skip', '77']],
    ['a position that is none', ['--skip', 'x']],
    ['two decisions at once', ['--retry', '--skip', '1']],
    ['an unknown option', ['--all']],
  ])('is not decided about with %s', async (_what, args) => {
    await expectUsageError(api, parked, args);
  });
});
