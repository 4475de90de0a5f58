import { describe, expect, it } from 'vitest';
import { createOpenRequests, type OpenRequests } from './open-requests.ts';
import type { LogEvent, RequestKind, WakeCall } from './request-kind.ts';

interface Work {
  readonly id: string;
  readonly beside?: readonly string[];
}

/** Work `a 1 2` is in the campaigns 1 and 2. */
const kind: RequestKind<Work> = {
  contract: { name: 'work', id: ({ id }) => id },
  streamPrefix: '',
  begun: (event) => {
    const [id = '', ...campaigns] = textOf(event, 'begun');
    if (id === '') return undefined;
    const isIn = (set: ReadonlySet<string>) => () => set.has(id);
    const hints = { held: isIn(held), idle: isIn(idle), until: ends.get(id), wakesAtEnd: waiting.get(id) };
    return { input: { id }, campaigns: campaigns.map(Number), ...hints };
  },
  waits: (event) => textOf(event, 'waits')[0],
  woken: (event) => textOf(event, 'wakes')[0],
  ended: (event) => textOf(event, 'ended')[0],
  withEarlier: (input, earlier) => ({ ...input, beside: earlier.map(({ id }) => id) }),
};
const held = new Set<string>();
const idle = new Set<string>();
const ends = new Map<string, number>();
const waiting = new Map<string, WakeCall>();
const textOf = (event: LogEvent, what: string): string[] => {
  const [first, ...others] = (event as unknown as string).split(' ');
  return first === what ? others : [];
};
type Recorded = Parameters<OpenRequests<Work>['apply']>[0];

function openAfter(...events: string[]): OpenRequests<Work> {
  const open = createOpenRequests(kind, undefined);
  for (const [position, event] of events.entries()) {
    open.apply({ event, position: BigInt(position) } as unknown as Recorded);
  }
  return open;
}
const ready = (open: OpenRequests<Work>) =>
  open.due(0, 100).map(({ id, input: { beside = [] } }) => [id, ...beside].join(' '));

describe('work in the same campaigns', () => {
  it('goes on in the order in which it was asked for', () => {
    const pending = openAfter('begun a 1', 'begun b 1 2', 'begun c 2', 'begun d 3');
    expect(ready(pending)).toEqual(['a', 'd']);
    expect(ready(openAfter('begun a 1', 'begun b 1 2', 'begun c 2', 'ended a'))).toEqual(['b']);
  });

  it('goes on beside what only waits for answers, and knows of it', () => {
    const events = ['begun a 1', 'begun b 1 2', 'begun c 2', 'waits a'];
    expect(ready(openAfter(...events))).toEqual(['a', 'b a']);
    expect(ready(openAfter(...events, 'waits b'))).toEqual(['a', 'b a', 'c b']);
    expect(ready(openAfter(...events, 'waits b', 'ended a'))).toEqual(['b', 'c b']);
  });

  it('goes on beside what is held back, and knows of it', () => {
    held.add('a');
    expect(ready(openAfter('begun a 1', 'begun b 1', 'begun c 1'))).toEqual(['a', 'b a']);
    held.clear();
  });

  it('is not read again from the beginning of the log when none of it is open, however rare it is', () => {
    const none = openAfter();
    none.passed(20_000n);
    expect(none.position()).toBe(20_000n);
    none.passed(10_000n);
    expect(none.position()).toBe(20_000n);
    const open = openAfter('begun a 1', 'ended a', 'begun b 1');
    open.passed(20_000n);
    expect(open.position()).toBe(1n);
    open.apply({ event: 'ended b', position: 20_001n } as unknown as Recorded);
    open.passed(30_000n);
    expect(open.position()).toBe(30_000n);
  });

  it('keeps its place in the log until the oldest of it has ended', () => {
    expect(openAfter('begun a 1', 'begun b 1', 'waits a').position()).toBeUndefined();
    expect(openAfter('begun a 1', 'begun b 1', 'waits a', 'ended a').position()).toBe(0n);
  });
});

describe('what is said about a process', () => {
  const wakesOf = (open: OpenRequests<Work>) => open.woken().map(({ id }) => id);
  const startedAfter = (...events: string[]) => {
    const open = openAfter('begun a 1', 'begun b 2', 'begun c 3');
    for (const id of ['a', 'b']) open.started(id, 1000);
    for (const event of events) open.apply({ event, position: 9n } as unknown as Recorded);
    return open;
  };

  it('wakes it once, and where that does not succeed again', () => {
    const open = startedAfter('wakes b', 'wakes b');
    expect(wakesOf(open)).toEqual(['b']);
    expect(wakesOf(open)).toEqual([]);
    open.notWoken({ id: 'b' });
    expect(wakesOf(open)).toEqual(['b']);
  });

  it('wakes every one that was started where it is about all of them', () => {
    const open = startedAfter('wakes all');
    expect(wakesOf(open)).toEqual(['a', 'b']);
    // It may have been on its way to the engine.
    open.started('c', 1000);
    expect(wakesOf(open)).toEqual(['c']);
  });

  it('wakes it also where it leaves it with nothing to do', () => {
    const open = startedAfter('wakes b', 'ended b', 'ended a');
    expect(wakesOf(open)).toEqual(['b']);
    open.notWoken({ id: 'b' });
    expect(wakesOf(open)).toEqual(['b']);
    expect(wakesOf(open)).toEqual([]);
  });
});

describe('the end of a process', () => {
  it('wakes what waits for it once, and where that does not succeed again', () => {
    const wake: WakeCall = async () => undefined;
    waiting.set('a', wake);
    expect(openAfter('begun a 1', 'begun b 2', 'ended b').endWakes()).toEqual([]);
    const open = openAfter('begun a 1', 'ended a', 'ended a');
    waiting.clear();
    expect(open.endWakes()).toEqual([wake]);
    expect(open.endWakes()).toEqual([]);
    open.notCalled(wake);
    expect(open.endWakes()).toEqual([wake]);
  });
});

describe('a request', () => {
  it('with nothing to do now is not started before it has', () => {
    idle.add('a');
    const open = openAfter('begun a 1', 'begun b 2');
    expect(ready(open)).toEqual(['b']);
    idle.clear();
    expect(ready(open)).toEqual(['a', 'b']);
  });

  it('is open until its time has passed, which asking again moves', () => {
    ends.set('a', 100);
    const open = openAfter('begun a 1');
    ends.set('a', 200);
    open.apply({ event: 'begun a 1', position: 1n } as unknown as Recorded);
    expect(open.due(150, 10).map(({ id }) => id)).toEqual(['a']);
    expect(open.due(200, 10)).toEqual([]);
    expect(open.size).toBe(0);
    ends.clear();
  });
});
