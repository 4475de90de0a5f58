import { createLogger } from '@tapwise/adapters';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/support/product/product.ts';
import { createChangeSignal } from '../activity/change-signal.ts';
import { defineProcess } from '../story/process.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { keepStanding, type StandingOptions, standingProcess } from './keep-standing.ts';

const contract = defineProcess<{ name: string }, object>({ name: 'watch', id: ({ name }) => name, activities: {} });
const changed = createChangeSignal();
let stopping = new AbortController();
afterEach(() => {
  stopping.abort();
  stopping = new AbortController();
});

/** Keeps processes by names, with what is new for each; writes down what the engine is asked for. */
function keep(renewals: Map<string, number>, options: Partial<StandingOptions> = {}, isAway = () => false) {
  const calls: string[] = [];
  const called = (how: string) => async (_: unknown, input: unknown) => {
    const { name } = input as { name: string };
    if (isAway()) {
      calls.push(`no ${name}`);
      throw new Error('away');
    }
    calls.push(`${how} ${name}`);
  };
  const runner = { engine: 'local', start: called('start'), wake: called('wake') } as ProcessRunner;
  const processes = () => [...renewals].map(([name, renewal]) => standingProcess(contract, { name }, renewal));
  const logger = createLogger('spec', 'silent');
  void keepStanding({ processes, changed, runner, logger, signal: stopping.signal, ...options });
  return async (count: number) => {
    await eventually(
      async () => calls,
      ({ length }) => length >= count,
    );
    return calls;
  };
}

describe('standing processes', () => {
  it('are woken when they are new and when something is new for them, and only then', async () => {
    const renewals = new Map([
      ['a', 1],
      ['b', 1],
    ]);
    const calls = keep(renewals);
    expect(await calls(2)).toEqual(['wake a', 'wake b']);
    changed.notify();
    renewals.set('b', 2);
    changed.notify();
    expect(await calls(3)).toEqual(['wake a', 'wake b', 'wake b']);
    renewals.set('c', 1);
    changed.notify();
    expect((await calls(4)).slice(3)).toEqual(['wake c']);
  });

  it('are woken once more when they are no longer to run, if they cannot see it by themselves', async () => {
    const renewals = new Map([
      ['a', 1],
      ['b', 1],
    ]);
    const calls = keep(renewals, { wakesAtEnd: true });
    await calls(2);
    renewals.delete('a');
    changed.notify();
    expect((await calls(3)).slice(2)).toEqual(['wake a']);
    renewals.set('a', 1);
    changed.notify();
    expect((await calls(4)).slice(3)).toEqual(['wake a']);
  });

  it('are asked for again when the engine was away, one call telling that it is', async () => {
    let away = true;
    const renewals = new Map(Array.from({ length: 40 }, (_, index) => [`p${index}`, 1]));
    const calls = keep(renewals, {}, () => away);
    expect((await calls(1)).length).toBeLessThanOrEqual(8);
    away = false;
    changed.notify();
    const woken = (await calls(41)).filter((call) => call.startsWith('wake'));
    expect(new Set(woken).size).toBe(40);
  });

  it('are woken although the clock of the machine was put back by a day', async () => {
    const renewals = new Map([['a', 1]]);
    const calls = keep(renewals, { wakesEveryMs: 20 });
    await calls(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000, shouldAdvanceTime: true });
    renewals.set('a', 2);
    changed.notify();
    expect(await calls(2).finally(() => vi.useRealTimers())).toEqual(['wake a', 'wake a']);
  });

  it('that see by themselves what is new are woken for it when their work has ended', async () => {
    const renewals = new Map([['a', 1]]);
    let atWork = true;
    let looks = 0;
    const processes = () =>
      [...renewals].map(([name, renewal]) => ({
        ...standingProcess(contract, { name }, renewal),
        isAtWork: () => {
          looks += 1;
          return atWork;
        },
      }));
    const calls = keep(renewals, { processes, wakesEveryMs: 20 });
    expect(await calls(1)).toEqual(['wake a']);
    renewals.set('a', 2);
    changed.notify();
    await eventually(
      async () => looks,
      (count) => count > 5,
    );
    expect(await calls(1)).toEqual(['wake a']);
    atWork = false;
    expect(await calls(2)).toEqual(['wake a', 'wake a']);
  });
});
