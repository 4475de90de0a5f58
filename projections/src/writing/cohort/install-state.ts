import type { RecordedEvent } from '@tapwise/adapters';
import type { TableRows } from '../../../schema/table-rows.ts';
import type { Bookkeeping } from '../runner/projection.ts';

/** What is known of one install. Ids are 0 and words empty where nothing is known; instants are ISO 8601 in UTC. */
export type InstallRow = TableRows['install_current_v1'] & Bookkeeping;

export const installEventTypes = [
  'InstallReported',
  'InstallAttributed',
  'InstallFoundOrganic',
  'InstallReopened',
  'TestInstallReported',
] as const;

/**
 * What an event makes of an install. Folding an event again that is already in the row changes nothing.
 * @returns `undefined` when the event is not about an install, or decides one that was never reported.
 */
export function foldInstall(existing: InstallRow | undefined, recorded: RecordedEvent): InstallRow | undefined {
  const { event } = recorded;
  if (existing !== undefined && recorded.position <= BigInt(existing.log_position)) return existing;
  switch (event.type) {
    case 'InstallReported':
      return existing ?? reportedInstall(event.data, recorded);
    case 'InstallReopened':
      // From the event alone: a fill does not read back what it has just written.
      return reportedInstall(event.data, recorded);
    case 'TestInstallReported':
      return moved({ ...(existing ?? unknownInstall(event.data, event.data.received_at)), state: 'test' }, recorded);
    case 'InstallFoundOrganic':
      return existing && moved({ ...existing, state: 'organic' }, recorded);
    case 'InstallAttributed': {
      if (existing === undefined) return undefined;
      const { attribution } = event.data;
      return moved(
        {
          ...existing,
          state: 'attributed',
          org_id: attribution.org_id ?? 0,
          campaign_id: attribution.campaign_id,
          ad_group_id: attribution.ad_group_id ?? 0,
          keyword_id: attribution.keyword_id ?? 0,
          ad_id: attribution.ad_id ?? 0,
          country: attribution.country ?? '',
          claim_type: attribution.claim_type,
          custom_product_page: attribution.custom_product_page ?? '',
        },
        recorded,
      );
    }
    default:
      return undefined;
  }
}

function reportedInstall(
  data: { application_id: number; install_id: string; first_launch_at: string; device_class: string | null },
  recorded: RecordedEvent,
): InstallRow {
  const fresh = unknownInstall(data, data.first_launch_at);
  return moved(
    { ...fresh, device_class: data.device_class ?? '', reported_position: recorded.position.toString() },
    recorded,
  );
}

/** Where an install came from, while that is not known. */
export const unknownOrigin = {
  org_id: 0,
  campaign_id: 0,
  ad_group_id: 0,
  keyword_id: 0,
  ad_id: 0,
  country: '',
  claim_type: '',
  custom_product_page: '',
  device_class: '',
} as const;

function unknownInstall(id: { application_id: number; install_id: string }, firstLaunchAt: string): InstallRow {
  return {
    application_id: id.application_id,
    install_id: id.install_id,
    state: 'pending',
    ...unknownOrigin,
    first_launch_at: firstLaunchAt,
    reported_position: '0',
    log_position: '0',
    recorded_at: firstLaunchAt,
  };
}

function moved(row: InstallRow, recorded: RecordedEvent): InstallRow {
  return { ...row, log_position: recorded.position.toString(), recorded_at: recorded.recordedAt.toISOString() };
}
