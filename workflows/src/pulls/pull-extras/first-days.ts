import type { EventLog, FoldFollower } from '@tapwise/adapters';
import { areUsersComing, type Directory, findApplication, usersFacts } from '@tapwise/domain';
import { type FirstPull, firstPull } from './first-pull.ts';
import type { FirstDaysActivities, FirstDaysOrder } from './pull-extras.contract.ts';

export interface FirstDaysSource {
  readonly log: EventLog;
  readonly directory: Pick<FoldFollower<Directory>, 'state'>;
  /** Whether anything is pulled at all. */
  readonly pulls: boolean;
}

// Store reports may be the very proof that a link waits for.
const longestWaitForLinkSeconds = 15;
const longestWaitForDaysSeconds = 90;
const longestWaitForUsersSeconds = 240;
const lookAgainSeconds = 5;

export function createFirstDaysActivities(source: FirstDaysSource): FirstDaysActivities {
  return {
    areFirstDaysIn: async (order) => {
      const are_in =
        order.part === 'begun'
          ? await isPulled(source, order, ({ pulled }) => pulled)
          : areUsersIn(source, order) && (await isPulled(source, order, ({ complete }) => complete));
      return { are_in, pause_seconds: lookAgainSeconds };
    },
  };
}

function areUsersIn({ directory }: FirstDaysSource, { application_id, waited_seconds }: FirstDaysOrder): boolean {
  const application = findApplication(directory.state, application_id);
  const isOver = waited_seconds > longestWaitForUsersSeconds;
  return isOver || application === undefined || !areUsersComing(usersFacts(application, Date.now()));
}

async function isPulled(
  { log, directory, pulls }: FirstDaysSource,
  { application_id, waited_seconds }: FirstDaysOrder,
  isIn: (first: FirstPull) => boolean,
): Promise<boolean> {
  if (!pulls || waited_seconds > longestWaitForDaysSeconds) return true;
  const application = findApplication(directory.state, application_id);
  const organizations = application?.organizations ?? [];
  if (organizations.length === 0)
    return (application?.submitted_names.length ?? 0) === 0 || waited_seconds > longestWaitForLinkSeconds;
  const firstPulls = await Promise.all(organizations.map(({ org_id }) => firstPull(log, { application_id, org_id })));
  return firstPulls.every(isIn);
}
