import type { EventLog, FailureRecorder, FoldFollower, Logger, SearchAdsClient } from '@tapwise/adapters';
import type { Directory } from '@tapwise/domain';
import { runAlive } from '../../activity/run-alive.ts';
import { recordedCall } from '../../failures/recorded-call.ts';
import type { LinkOrganizationsActivities } from './link-organizations.contract.ts';
import { linkOrganizations } from './link-organizations.ts';

export interface LinkingSources {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly failures: FailureRecorder;
  /** Absent: there is no API user. */
  readonly searchAds: Pick<SearchAdsClient, 'acls' | 'campaignNames'> | undefined;
  readonly pauseSeconds: number;
  readonly logger: Logger;
}

export function createLinkOrganizationsActivities(sources: LinkingSources): LinkOrganizationsActivities {
  const { log, directory, failures, searchAds, pauseSeconds, logger } = sources;
  return {
    recordApiUser: async () => {
      await recordApiUser(searchAds !== undefined, { directory, failures });
      return { is_configured: searchAds !== undefined };
    },
    linkVisibleOrganizations: () =>
      runAlive(async (signal) => {
        if (searchAds === undefined) return { pause_seconds: pauseSeconds };
        const acls: SearchAdsClient['acls'] = (stopping) =>
          recordedCall(failures, access, { ask: () => searchAds.acls(stopping), signal: stopping });
        const recorded = { log, directory, searchAds: { acls, campaignNames: searchAds.campaignNames } };
        const links = await linkOrganizations(recorded, signal);
        if (links > 0) logger.info({ links }, 'ad organizations linked');
        return { pause_seconds: pauseSeconds };
      }),
  };
}

/** Our access to the ad service, which all applications share. */
const access = { application_id: null, org_id: null, source: 'ads_access' } as const;

/** Records that there is no API user, or that there is one again. */
export async function recordApiUser(
  isConfigured: boolean,
  { directory, failures }: Pick<LinkingSources, 'directory' | 'failures'>,
): Promise<void> {
  await directory.caughtUp;
  const openFailure = directory.state.failures.get(null)?.open.find(({ source }) => source === access.source);
  if (!isConfigured) await failures.failed(access, { reason: 'not_configured', detail: '' });
  else if (openFailure?.reason === 'not_configured') await failures.succeeded(access);
}
