import type { RecordedEvent } from '@tapwise/adapters';
import type { RetryAttributionInput } from '../retry-attribution/retry-attribution.contract.ts';

interface Pending extends RetryAttributionInput {
  /** Position of the event read before this one. */
  readonly after: bigint | undefined;
  readonly seenAt: number;
}

/** Installs whose attribution was still open where the log was read to, oldest first. */
export interface PendingInstalls {
  readonly size: number;
  take(recorded: RecordedEvent): void;
  /** Installs open since before an instant, oldest first, at most `count`. */
  openSince(before: number, count: number): readonly RetryAttributionInput[];
  /** Whoever settles it from here on has been started. */
  started(install: RetryAttributionInput): void;
  /** Position of an event up to which everything has been dealt with; `undefined` for the beginning of the log. */
  position(): bigint | undefined;
}

/**
 * @param from Position that reading goes on after.
 * @param now Milliseconds; the clock of this process.
 */
export function createPendingInstalls(from: bigint | undefined, now: () => number): PendingInstalls {
  const pending = new Map<string, Pending>();
  let read = from;
  const keyOf = (install: RetryAttributionInput) => `${install.application_id}.${install.install_id}`;
  return {
    get size() {
      return pending.size;
    },
    take: ({ event, position }) => {
      if (event.type === 'InstallReported') {
        const { application_id, install_id } = event.data;
        pending.set(keyOf(event.data), { application_id, install_id, after: read, seenAt: now() });
      } else if (
        event.type === 'InstallAttributed' ||
        event.type === 'InstallFoundOrganic' ||
        event.type === 'TestInstallReported'
      ) {
        pending.delete(keyOf(event.data));
      }
      read = position;
    },
    openSince: (before, count) => {
      const open: RetryAttributionInput[] = [];
      for (const { application_id, install_id, seenAt } of pending.values()) {
        if (open.length >= count || seenAt > before) break;
        open.push({ application_id, install_id });
      }
      return open;
    },
    started: (install) => {
      pending.delete(keyOf(install));
    },
    position: () => {
      const [oldest] = pending.values();
      return oldest === undefined ? read : oldest.after;
    },
  };
}
