import { type ClickHouseClient, type PastPoint, PastTablesBusyError } from '@tapwise/adapters';
import { describe, expect, it } from 'vitest';
import { openSteppedTables } from './stepped-tables.ts';

const { signal } = new AbortController();
const at = new Date('2026-11-12T08:00:00Z');
const upTo = (position: bigint): PastPoint => ({ at, position });
const textOf = ({ position }: PastPoint): string => `${position}`;

/** What is asked of the process that makes tables, which makes any. */
function openMaker() {
  const requests: string[] = [];
  const openOwn = async (point: PastPoint, wanted: AbortSignal) => {
    requests.push(`make ${textOf(point)}`);
    wanted.addEventListener('abort', () => requests.push('give back'));
    return {
      client: {} as ClickHouseClient,
      position: point.position ?? 0n,
      continueTo: async (later: PastPoint) => {
        requests.push(`continue to ${textOf(later)}`);
        return later.position ?? 0n;
      },
      close: async () => undefined,
    };
  };
  return { requests, openOwn };
}

describe('tables of one point after another', () => {
  it('are made once, continued, and given back', async () => {
    const maker = openMaker();
    const tables = openSteppedTables(maker, signal);
    const first = await tables.at(upTo(3n));
    expect(await tables.at(upTo(7n))).toBe(first);
    await tables.close();
    await tables.close();
    expect(maker.requests).toEqual(['make 3', 'continue to 7', 'give back']);
  });

  it('are made once more for an earlier point: what is in them stays there', async () => {
    const maker = openMaker();
    const tables = openSteppedTables(maker, signal);
    for (const position of [3n, 7n, 5n]) await tables.at(upTo(position));
    expect(maker.requests).toEqual(['make 3', 'continue to 7', 'give back', 'make 5']);
  });

  it('are made once those of an earlier caller are gone', async () => {
    const maker = openMaker();
    let others = 1;
    const openOwn: typeof maker.openOwn = (point, wanted) => {
      others -= 1;
      return others >= 0 ? Promise.reject(new PastTablesBusyError()) : maker.openOwn(point, wanted);
    };
    const tables = openSteppedTables({ openOwn }, signal);
    await tables.at(upTo(3n));
    expect(maker.requests).toEqual(['make 3']);
    await tables.close();
  });

  it('are asked for later while there is no room', async () => {
    const tables = openSteppedTables({ openOwn: () => Promise.reject(new PastTablesBusyError()) }, signal, 0);
    await expect(tables.at(upTo(3n))).rejects.toMatchObject({ code: 'unavailable', details: { retry_after: 5 } });
    await tables.close();
  });
});
