import {
  type ChangeHistory,
  createStreamMemory,
  type EventLog,
  type HistoryScope,
  SearchAdsError,
  type StreamMemory,
} from '@tapwise/adapters';
import {
  type CampaignEvent,
  type CampaignState,
  type ChangeReading,
  campaignDecider,
  campaignStream,
  dueUnnamed,
  entryOfChange,
  nameChanges,
  objectOfKey,
  type RowEvent,
  type UnnamedChange,
} from '@tapwise/domain';
import { runActivity } from '../../activity/run-activity.ts';
import { type ActorVault, encryptedActor } from '../../campaigns/change-history/encrypted-actor.ts';
import { type HistorySpan, type ReadHistory, readHistory } from '../../campaigns/change-history/read-history.ts';
import { workflowActor } from '../../streams/actor.ts';
import { type OrganizationSources, readOrganizationContext } from '../pull-organization/organization-context.ts';
import type { ChangeActorsActivities, UnnamedOrder } from './read-change-actors.contract.ts';

export interface ChangeActorsDependencies extends OrganizationSources {
  readonly log: EventLog;
  readonly vault: ActorVault;
}

type CampaignMemory = StreamMemory<CampaignState, CampaignEvent | RowEvent>;

const campaignsKept = 50;
const minuteMs = 60_000;
/** A pull that was whole may have read a campaign so long before it ended. */
const pullMs = 15 * minuteMs;
/** A change that is asked about again was made at most so long before it was seen. */
const againMs = 24 * 60 * minuteMs;

/** Activities that find out who made changes elsewhere. They may be repeated at any point: only changes without an author are named. */
export function createChangeActorsActivities(dependencies: ChangeActorsDependencies): ChangeActorsActivities {
  const { log, vault } = dependencies;
  const context = workflowActor('read-change-actors');
  const campaigns: CampaignMemory = createStreamMemory(log, campaignDecider, { keep: campaignsKept, context });
  return {
    readChangeActors: ({ campaign_ids, since, began, ...ref }) =>
      runActivity(async (signal) => {
        const { client, organization } = await readOrganizationContext(dependencies, ref);
        if (client.changeHistory === undefined) return;
        const now = Date.now();
        const due = await dueByCampaign(campaigns, campaign_ids, now);
        const scope = { orgId: ref.org_id, currency: organization.currency, signal };
        const history = await readOrLeave(client.changeHistory, scope, [...due.values()].flat(), {
          from: Math.min(...[...due.values()].flat().map((change) => earliest(change, { since, began }))),
          to: now + minuteMs,
        });
        if (history === undefined) return;
        const read_at = new Date(now).toISOString();
        for (const [campaign_id, changes] of due) {
          const readings = await readingsOf(vault, ref.application_id, history, changes);
          await campaigns.change(campaignStream(campaign_id), `actors ${campaign_id} ${read_at}`, (state) =>
            nameChanges(state, { org_id: ref.org_id, campaign_id, read_at }, readings),
          );
        }
      }),
  };
}

async function dueByCampaign(
  campaigns: CampaignMemory,
  ids: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, readonly UnnamedChange[]>> {
  const due = new Map<number, readonly UnnamedChange[]>();
  for (const id of ids) {
    const { state } = await campaigns.current(campaignStream(id));
    const changes = dueUnnamed(state, now);
    if (changes.length > 0) due.set(id, changes);
  }
  return due;
}

/** From when on a change may have been made; milliseconds. */
function earliest({ observed_at }: UnnamedChange, { since, began }: Omit<UnnamedOrder, 'campaign_ids'>): number {
  const isNew = observed_at >= began && since !== null;
  return isNew ? Date.parse(since) - pullMs : Date.parse(observed_at) - againMs;
}

/** @returns `undefined` where there is nothing to ask, or the record cannot be read now: the changes stay as they are. */
async function readOrLeave(
  history: ChangeHistory,
  scope: HistoryScope,
  changes: readonly UnnamedChange[],
  span: HistorySpan,
): Promise<ReadHistory | undefined> {
  if (changes.length === 0) return undefined;
  try {
    const objects = changes.map(({ key }) => objectOfKey(key));
    return await readHistory(history, scope, objects, span);
  } catch (error) {
    if (error instanceof SearchAdsError) return undefined;
    throw error;
  }
}

/** What the record says of changes; those that it was not asked about in full are left for the next pull. */
async function readingsOf(
  vault: ActorVault,
  applicationId: number,
  { record, isComplete }: ReadHistory,
  changes: readonly UnnamedChange[],
): Promise<ChangeReading[]> {
  const readings: ChangeReading[] = [];
  for (const change of changes) {
    const entry = entryOfChange(record, change)?.entry;
    if (entry !== undefined) {
      const actor = await encryptedActor(vault, applicationId, record, entry);
      readings.push({ ...change, actor, changed_at: entry.at });
    } else if (isComplete(objectOfKey(change.key))) readings.push({ ...change, actor: null, changed_at: null });
  }
  return readings;
}
