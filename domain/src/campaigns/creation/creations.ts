import type { DomainEvent } from '../../event-catalogue.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { type ChangeRow, objectOfKey } from '../change/change-row.ts';
import type { CreationRequest, CreationStatus } from './creation.decider.ts';
import type { CreationCall } from './creation-plan.ts';

/** A creation without its lists. */
export interface CreationSummary {
  readonly creation_id: string;
  readonly request_id: string;
  readonly application_id: number;
  readonly org_id: number;
  readonly call: CreationCall;
  readonly kind: CreationRequest['kind'];
  readonly name: string;
  /** Hash of the request. */
  readonly body_hash: string;
  /** Place of the campaign that answers name. */
  readonly primary: number;
  /** By place; `null` while it is to be made. */
  readonly campaign_ids: readonly (number | null)[];
  readonly offset: number;
  readonly total: number;
  readonly status: CreationStatus;
  readonly claimed: boolean;
  /** The ad service has nothing against it. */
  readonly checked: boolean;
  readonly created: number;
  readonly skipped: number;
  readonly duplicates: number;
  readonly error_message: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
}

/** All creations by id, oldest first, kept current by following the log. Changed in place, by `evolveCreations` alone. */
export type Creations = Map<string, CreationSummary>;

export const creationStreamPrefixes: readonly string[] = ['creation-'];

/** Applies an event. @returns the id of the creation it is about. */
export function evolveCreations(creations: Creations, event: DomainEvent): string | undefined {
  if (event.type === 'CreationRequested') {
    const { creation_id, campaigns, keywords: total, duplicates, requested_at: started_at, ...request } = event.data;
    const { request_id, application_id, org_id, call, kind, name, body_hash, primary } = request;
    // It comes to the end of the list when its refused request is sent again.
    creations.delete(creation_id);
    creations.set(creation_id, {
      creation_id,
      request_id,
      application_id,
      org_id,
      call,
      kind,
      name,
      body_hash,
      primary,
      total,
      started_at,
      campaign_ids: campaigns.map(({ campaign_id }) => campaign_id),
      offset: 0,
      status: 'listing',
      claimed: false,
      checked: false,
      created: 0,
      skipped: 0,
      duplicates,
      error_message: null,
      ended_at: null,
    });
    return creation_id;
  }
  if (!('creation_id' in event.data)) return undefined;
  const creation = creations.get(event.data.creation_id);
  const changed = creation && changeOf(creation, event);
  if (creation === undefined || changed === undefined) return undefined;
  creations.set(creation.creation_id, { ...creation, ...changed });
  return creation.creation_id;
}

function changeOf(creation: CreationSummary, event: DomainEvent): Partial<CreationSummary> | undefined {
  switch (event.type) {
    case 'CreationAccepted':
      return { status: 'queued' };
    case 'CreationTakenUp':
      return { claimed: true, status: creation.status === 'queued' ? 'running' : creation.status };
    case 'CreationChecked':
      return { checked: true };
    case 'CreationCampaignMade': {
      const { campaign, campaign_id } = event.data;
      return { campaign_ids: creation.campaign_ids.map((id, index) => (index === campaign ? campaign_id : id)) };
    }
    case 'CreationAdvanced': {
      const { offset, created, skipped } = event.data;
      return { offset, created, skipped };
    }
    case 'CreationStopped':
      return { status: 'stopped' };
    case 'CreationResumed':
      return { status: 'running' };
    case 'CreationContinued':
      return { status: 'queued', claimed: false, error_message: null, ended_at: null };
    case 'CreationRefused':
      return { status: 'refused', error_message: event.data.message, ended_at: event.data.refused_at };
    case 'CreationFailed':
      return { status: 'failed', error_message: event.data.message, ended_at: event.data.failed_at };
    case 'CreationCancelled':
      return { status: 'cancelled', ended_at: event.data.cancelled_at };
    case 'CreationCompleted':
      return { status: 'completed', ended_at: event.data.completed_at };
    default:
      return undefined;
  }
}

/** Campaign that answers about a creation name: of several, the one that is being made. */
export function displayedCampaignId({ kind, primary, campaign_ids }: CreationSummary): number | null {
  if (kind !== 'bulk') return campaign_ids[primary] ?? null;
  return campaign_ids.findLast((id) => id !== null) ?? null;
}

/**
 * Refuses to delete in a campaign in which a creation is under way.
 * @throws DomainError `creation_running` with all such rows.
 */
export function requireNoCreation(
  rows: readonly Pick<ChangeRow, 'key' | 'field' | 'new'>[],
  creations: Creations,
): void {
  const deleting = rows.filter(({ field, new: set }) => field === 'status' && set === 'DELETED');
  if (deleting.length === 0) return;
  const underWay = [...creations.values()].filter(({ status }) => runningStatuses.has(status));
  const busy = new Set(underWay.flatMap(({ campaign_ids }) => campaign_ids));
  const refused = deleting.filter(({ key }) => busy.has(objectOfKey(key).campaignId));
  if (refused.length === 0) return;
  throw new DomainError('creation_running', { rows: refused.map(({ key, field }) => ({ key, field })) });
}

const runningStatuses: ReadonlySet<CreationStatus> = new Set(['queued', 'running', 'stopped']);
