import type { EventLog, FoldFollower } from '@tapwise/adapters';
import { areUsersComing, type Directory, findApplication, usersFacts } from '@tapwise/domain';
import { firstPull } from '../pull-extras/first-pull.ts';

export interface FirstDaysSource {
  readonly log: EventLog;
  readonly directory: Pick<FoldFollower<Directory>, 'state'>;
  /** Whether anything is pulled at all. */
  readonly pulls: boolean;
  /** Milliseconds; the clock of this process. */
  readonly now?: () => number;
}

/** How far the first days of an application's ad organizations are, which other work waits for; not for ever. */
export interface FirstDays {
  /** Something of each organization is in. */
  haveBegun(): Promise<boolean>;
  /** All days that the ad service gives by day are in, and no users of the past are being sent any more. */
  areComplete(): Promise<boolean>;
}

// Store reports may be the very proof that a link waits for.
const longestWaitForLinkMs = 15_000;
const longestWaitForDaysMs = 90_000;
const longestWaitForUsersMs = 240_000;

/** Waits are counted from this call. */
export function createFirstDays(
  { log, directory, pulls, now = Date.now }: FirstDaysSource,
  application_id: number,
): FirstDays {
  const began = now();
  const areUsersIn = (): boolean => {
    const application = findApplication(directory.state, application_id);
    const isOver = now() - began > longestWaitForUsersMs;
    return isOver || application === undefined || !areUsersComing(usersFacts(application, Date.now()));
  };
  const every = async (isIn: (first: Awaited<ReturnType<typeof firstPull>>) => boolean): Promise<boolean> => {
    const waited = now() - began;
    if (!pulls || waited > longestWaitForDaysMs) return true;
    const application = findApplication(directory.state, application_id);
    const organizations = application?.organizations ?? [];
    if (organizations.length === 0)
      return (application?.submitted_names.length ?? 0) === 0 || waited > longestWaitForLinkMs;
    const firstPulls = await Promise.all(organizations.map(({ org_id }) => firstPull(log, { application_id, org_id })));
    return firstPulls.every(isIn);
  };
  return {
    haveBegun: () => every(({ pulled }) => pulled),
    areComplete: async () => areUsersIn() && (await every(({ complete }) => complete)),
  };
}
