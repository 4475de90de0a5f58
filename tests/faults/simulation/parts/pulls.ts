import type { EventLog, FoldFollower, Logger, SearchAdsClient } from '@tapwise/adapters';
import type { Directory } from '@tapwise/domain';
import type { ChangeSignal } from '../../../../workflows/src/activity/change-signal.ts';
import type { LocalRunner } from '../../../../workflows/src/local/local-runner.ts';
import { createPullActivities } from '../../../../workflows/src/pulls/pull-organization/pull-organization.activities.ts';
import { pullOrganizationProcess } from '../../../../workflows/src/pulls/pull-organization/pull-organization.contract.ts';
import { keepStanding, standingProcess } from '../../../../workflows/src/start/keep-standing.ts';

interface PullsAccess {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly searchAds: SearchAdsClient;
  /** Notified when an organization came. */
  readonly changed: ChangeSignal;
  readonly logger: Logger;
}

const pauseSeconds = 4;

/** What a process of `workflows` pulls with, and what has every organization pulled while it may. */
export function openPulls({ log, directory, searchAds, changed, logger }: PullsAccess) {
  return {
    activities: createPullActivities({ log, directory, searchAds, pauseSeconds }),
    run: async (runner: LocalRunner, held: AbortSignal): Promise<void> => {
      await directory.caughtUp;
      const processes = () =>
        [...directory.state.applications.values()].flatMap(({ application_id, organizations }) =>
          organizations.map(({ org_id }) => standingProcess(pullOrganizationProcess, { application_id, org_id }, null)),
        );
      await keepStanding({ processes, changed, runner, logger, signal: held });
    },
  };
}
