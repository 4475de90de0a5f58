import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '@opentelemetry/api';

/** Carries the context of sampled steps to what they begin. */
export interface Contexts {
  /** `undefined` outside of sampled steps. */
  active(): Context | undefined;
  /** @param context `undefined`: what is begun in `work` belongs to no sampled step. */
  with<Result>(context: Context | undefined, work: () => Result): Result;
  /** A sampled step begins; each has to be closed once. */
  open(): void;
  close(): void;
}

/**
 * Node 20 does work for every promise of a process while any storage is enabled, so this one is enabled only while a sampled step is open:
 * most of the time none is. A step that outlives the one that began it has no context as soon as no sampled step is open.
 */
export function createContexts(): Contexts {
  const storage = new AsyncLocalStorage<Context | undefined>();
  let opened = 0;
  return {
    active: () => (opened === 0 ? undefined : storage.getStore()),
    with: (context, work) => storage.run(context, work),
    open: () => {
      opened += 1;
    },
    close: () => {
      opened -= 1;
      if (opened === 0) storage.disable();
    },
  };
}
