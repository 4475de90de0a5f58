import {
  type EventLog,
  type FailureRecorder,
  type FoldFollower,
  type Logger,
  type SearchAdsClient,
  SearchAdsError,
} from '@tapwise/adapters';
import { type AdsConnections, type Directory, saysEnded } from '@tapwise/domain';
import { runActivity } from '../../activity/run-activity.ts';
import { recordedCall } from '../../failures/recorded-call.ts';
import { type BindingSources, bindOrganizations } from './bind-organizations.ts';
import type { LinkOrganizationsActivities } from './link-organizations.contract.ts';
import { linkOrganizations } from './link-organizations.ts';
import { recordInterfaceReturn } from './older-interface.ts';

export interface LinkingSources {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly failures: FailureRecorder;
  /** Absent: there is no API user. */
  readonly searchAds: Pick<SearchAdsClient, 'acls' | 'campaignNames'> | undefined;
  readonly connections: FoldFollower<AdsConnections>;
  /** Over version 1. */
  readonly binding?: BindingSources | undefined;
  readonly pauseSeconds: number;
  readonly logger: Logger;
}

export function createLinkOrganizationsActivities(sources: LinkingSources): LinkOrganizationsActivities {
  const { directory, failures, searchAds, pauseSeconds } = sources;
  return {
    recordApiUser: async () => {
      await recordApiUser(searchAds !== undefined, { directory, failures });
      return { is_configured: searchAds !== undefined };
    },
    linkVisibleOrganizations: () =>
      runActivity(async (signal) => {
        if (searchAds === undefined) return { pause_seconds: pauseSeconds };
        const hasEnded = await linkRecorded(sources, searchAds, signal);
        return { pause_seconds: hasEnded ? Math.max(endedPauseSeconds, pauseSeconds) : pauseSeconds };
      }),
  };
}

/**
 * Links what is visible, and records how asking for it ended.
 * @returns whether the interface has ended: what is no fault that passes is not tried again at once.
 */
async function linkRecorded(
  { log, directory, connections, failures, binding, logger }: LinkingSources,
  searchAds: NonNullable<LinkingSources['searchAds']>,
  signal: AbortSignal,
): Promise<boolean> {
  const visible: SearchAdsClient['acls'] =
    binding === undefined ? searchAds.acls : (stopping) => bindOrganizations(binding, stopping);
  const acls: SearchAdsClient['acls'] = async (stopping) => {
    const reading = await recordedCall(failures, access, { ask: () => visible(stopping), signal: stopping });
    const hadEnded = binding === undefined && connections.state.olderInterface !== null;
    if (hadEnded) await connections.reached(await recordInterfaceReturn(log));
    return reading;
  };
  const recorded = { log, directory, binding, searchAds: { acls, campaignNames: searchAds.campaignNames } };
  try {
    const links = await linkOrganizations(recorded, signal);
    if (links > 0) logger.info({ links }, 'ad organizations linked');
    return false;
  } catch (error) {
    if (binding === undefined && error instanceof SearchAdsError && isEnd(error)) return true;
    throw error;
  }
}

const isEnd = ({ operation, status, problems }: SearchAdsError): boolean =>
  saysEnded({ operation, status, codes: problems.map(({ code }) => code) });

/** An interface that has ended is looked at once a minute at most. */
const endedPauseSeconds = 60;

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
