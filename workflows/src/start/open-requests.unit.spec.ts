import { describe, expect, it } from 'vitest';
import { createOpenRequests, type OpenRequests } from './open-requests.ts';
import type { LogEvent, RequestKind } from './request-kind.ts';

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
    return id === '' ? undefined : { input: { id }, campaigns: campaigns.map(Number), held: () => held.has(id) };
  },
  waits: (event) => textOf(event, 'waits')[0],
  ended: (event) => textOf(event, 'ended')[0],
  withEarlier: (input, earlier) => ({ ...input, beside: earlier.map(({ id }) => id) }),
};
const held = new Set<string>();
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
