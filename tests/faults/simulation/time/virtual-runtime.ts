import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import type { Random } from '../../../../projections/src/testing/random/seeded-random.ts';
import type { Timer, VirtualTime } from './virtual-time.ts';

/**
 * Runs programs as if their time were the virtual one: timers and clocks of the language and of Node go by it, and what is random is drawn
 * from the seed. Everything is put back at the end.
 */
export async function inVirtualRuntime<Result>(
  time: VirtualTime,
  random: Random,
  program: () => Promise<Result>,
): Promise<Result> {
  const uuid = seededUuid(random);
  const restore = [
    replace(globalThis, 'setTimeout', virtualTimeout(time)),
    replace(globalThis, 'clearTimeout', clearVirtualTimeout),
    replace(globalThis, 'Date', virtualDate(time)),
    replace(performance, 'now', () => time.now()),
    replace(Math, 'random', random.next),
    replace(globalThis.crypto, 'randomUUID', uuid),
    replace(nodeCrypto, 'randomUUID', uuid),
    replace(timersPromises, 'setTimeout', virtualPause(time)),
  ];
  syncBuiltinESMExports();
  try {
    return await program();
  } finally {
    for (const put of restore.reverse()) put();
    syncBuiltinESMExports();
  }
}

/** @returns what puts the property back. */
function replace(target: object, name: string, value: unknown): () => void {
  const original = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  return () => {
    if (original === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, original);
  };
}

/** What `setTimeout` gives back. */
class VirtualTimeout {
  readonly timer: Timer;

  constructor(timer: Timer) {
    this.timer = timer;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

const virtualTimeout =
  (time: VirtualTime) =>
  (run: (...values: unknown[]) => void, ms = 1, ...values: unknown[]): VirtualTimeout =>
    new VirtualTimeout(time.after(Math.max(1, ms), () => run(...values), time.machine()));

function clearVirtualTimeout(timeout: unknown): void {
  if (timeout instanceof VirtualTimeout) timeout.timer.isCancelled = true;
}

const virtualPause =
  (time: VirtualTime) =>
  <Value>(ms = 1, value?: Value, { signal }: { signal?: AbortSignal } = {}): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        timer.isCancelled = true;
        reject(new DOMException('The operation was aborted', 'AbortError'));
      };
      const end = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      };
      const timer = time.after(Math.max(1, ms), end, time.machine());
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });

/** A `Date` whose present is that of the machine. */
function virtualDate(time: VirtualTime): DateConstructor {
  const RealDate = Date;
  const now = (): number => time.now() + (time.machine()?.aheadMs ?? 0);
  class VirtualDate extends RealDate {
    constructor(...parts: [] | [number]) {
      super(...(parts.length === 0 ? ([now()] as const) : parts));
    }

    static override now(): number {
      return now();
    }

    static override [Symbol.hasInstance](value: unknown): boolean {
      return Function.prototype[Symbol.hasInstance].call(RealDate, value);
    }
  }
  return VirtualDate as DateConstructor;
}

/** UUIDs of version 4 from the seed. */
function seededUuid(random: Random): () => string {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(random.next() * 16).toString(16)).join('');
  return () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
}
