import type { FoldFollower, Logger } from '@tapwise/adapters';
import { type Directory, findApplication, type ListedChangeSet, scheduleStep } from '@tapwise/domain';
import type { ChangeSignal } from '../linking/change-signal.ts';
import type { WorkStep } from './keep-working.ts';

/** Who applies sets. */
export interface ChangeSetDriver {
  readonly apply: (set: { readonly change_set_id: string }) => Promise<WorkStep>;
}

export interface ChangeSetStarterOptions {
  readonly directory: FoldFollower<Directory>;
  /** Notified when anything is said about a set. */
  readonly changed: ChangeSignal;
  /** Who does it now; `undefined` while that is changing, then sets wait. */
  readonly driver: () => ChangeSetDriver | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Milliseconds; the clock of this process. */
  readonly now?: () => number;
}

const lookMs = 1000;
const reviewMs = 60_000;
const failurePauseMs = 2000;

/**
 * Has every scheduled set applied when its time has come, and follows every set that is being applied to completion. Which ones
 * those are is known from the log alone.
 */
export async function keepApplyingSets(options: ChangeSetStarterOptions): Promise<void> {
  const { directory, changed, signal, now = Date.now } = options;
  await directory.caughtUp;
  /** Sets under way, and when each is to be looked at again; by id. */
  const later = new Map<string, number>();
  while (!signal.aborted) {
    const driver = options.driver();
    for (const set of driver === undefined ? [] : directory.state.changeSets.values()) {
      const { change_set_id } = set;
      if (driver === undefined || !isDue(directory.state, set, now()) || (later.get(change_set_id) ?? 0) > now())
        continue;
      later.set(change_set_id, Number.POSITIVE_INFINITY);
      void apply(options, driver, change_set_id).then((pauseMs) => {
        later.set(change_set_id, now() + pauseMs);
        changed.notify();
      });
    }
    await changed.wait(lookMs, signal);
  }
}

function isDue(directory: Directory, set: ListedChangeSet, now: number): boolean {
  if (set.status === 'applying') return true;
  const organization = findApplication(directory, set.application_id)?.organizations.find(
    ({ org_id }) => org_id === set.org_id,
  );
  const step = organization && scheduleStep(set, organization.time_zone, now);
  return step !== undefined && step.kind !== 'wait';
}

/** @returns milliseconds until it is to be looked at again. */
async function apply(
  { logger, signal }: ChangeSetStarterOptions,
  driver: ChangeSetDriver,
  change_set_id: string,
): Promise<number> {
  try {
    const step = await driver.apply({ change_set_id });
    if (step === 'settled') return lookMs;
    return step === 'started' ? reviewMs : step.again_seconds * 1000;
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error, change_set_id }, 'a change set cannot be applied now; it waits');
    return failurePauseMs;
  }
}
