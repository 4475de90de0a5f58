import type { RecordedEvent } from '@tapwise/adapters';
import type { RetryAttributionInput } from '../retry-attribution/retry-attribution.contract.ts';

/** An install whose attribution is open, and what was done about it so far. */
export interface OpenInstall extends RetryAttributionInput {
  /** Position of the event read before this one. */
  readonly after: bigint | undefined;
  /** Milliseconds; when the next question is due. */
  readonly dueAt: number;
  /** Questions asked from here. */
  readonly attempts: number;
  /** Whether a workflow asks for it. */
  readonly started: boolean;
}

/** Installs whose attribution was still open where the log was read to, oldest first. */
export interface PendingInstalls {
  /** All that are open. */
  readonly size: number;
  apply(recorded: RecordedEvent): void;
  /** Installs that no workflow asks for and that are due, oldest first, at most `count`. */
  due(now: number, count: number): readonly OpenInstall[];
  /** A workflow asks for it from here on. */
  started(install: RetryAttributionInput): void;
  /** There was no answer yet; the next question is due then. */
  noteAttempt(install: RetryAttributionInput, dueAt: number): void;
  /** It is known to be settled, before its event is read. */
  settled(install: RetryAttributionInput): void;
  /** Workflows cannot be relied on any more: everything open is to be asked for again. */
  release(): void;
  /** Forgets the oldest that a workflow asks for. Answers whether there was one. */
  forgetStarted(): boolean;
  /** Position of an event up to which everything has been dealt with; `undefined` for the beginning of the log. */
  position(): bigint | undefined;
}

/**
 * @param from Position that reading goes on after.
 * @param now Milliseconds; the clock of this process.
 * @param graceMs An install is due so long after it was seen.
 */
export function createPendingInstalls(from: bigint | undefined, now: () => number, graceMs: number): PendingInstalls {
  const pending = new Map<string, OpenInstall>();
  let read = from;
  const keyOf = (install: RetryAttributionInput) => `${install.application_id}.${install.install_id}`;
  const change = (install: RetryAttributionInput, changed: Partial<OpenInstall>) => {
    const existing = pending.get(keyOf(install));
    if (existing !== undefined) pending.set(keyOf(install), { ...existing, ...changed });
  };
  return {
    get size() {
      return pending.size;
    },
    apply: ({ event, position }) => {
      if (event.type === 'InstallReported' || event.type === 'InstallReopened') {
        const { application_id, install_id } = event.data;
        // Read a second time after the connection to the log broke.
        if (pending.has(keyOf(event.data))) return;
        const fresh = { after: read, dueAt: now() + graceMs, attempts: 0, started: false };
        pending.set(keyOf(event.data), { application_id, install_id, ...fresh });
      } else if (
        event.type === 'InstallAttributed' ||
        event.type === 'InstallFoundOrganic' ||
        event.type === 'TestInstallReported'
      ) {
        pending.delete(keyOf(event.data));
      }
      read = position;
    },
    due: (instant, count) => {
      const open: OpenInstall[] = [];
      for (const install of pending.values()) {
        if (open.length >= count) break;
        if (!install.started && install.dueAt <= instant) open.push(install);
      }
      return open;
    },
    started: (install) => change(install, { started: true }),
    noteAttempt: (install, dueAt) =>
      change(install, { dueAt, attempts: (pending.get(keyOf(install))?.attempts ?? 0) + 1 }),
    settled: (install) => void pending.delete(keyOf(install)),
    release: () => {
      for (const install of pending.values()) change(install, { started: false, attempts: 0, dueAt: now() });
    },
    forgetStarted: () => {
      for (const [key, { started }] of pending) if (started) return pending.delete(key);
      return false;
    },
    position: () => {
      const [oldest] = pending.values();
      return oldest === undefined ? read : oldest.after;
    },
  };
}
