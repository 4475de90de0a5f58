import type { NewAdGroup, RemoteAdGroup } from '@tapwise/adapters';
import type { CampaignPlan } from '@tapwise/domain';
import type { StepEnd } from '../create-campaign.contract.ts';
import { recordObjects } from './created-objects.ts';
import { amount, amountOrNull, campaignIdAt, madeSince, planAt, type StepContext } from './step-context.ts';
import { done, type Halt, haltOf, haltOfFault, isHalt } from './step-end.ts';

const names = { broad: 'Broad', search_match: 'Search Match' } as const;
const startsInMs = 60_000;

/** An ad group whose name is held by something that is not ours. */
export interface ForeignName {
  readonly kind: 'foreign';
  readonly message: string;
  readonly status: number;
}

/** What an ad group is to be. */
export interface WantedAdGroup {
  readonly campaignId: number;
  readonly plan: CampaignPlan;
  readonly name: string;
  readonly bidMicros: number;
  readonly goalMicros: number | null;
  readonly searchMatch: boolean;
  /** When it was first recorded that it would be made; ISO 8601. */
  readonly startedAt: string;
}

/** Makes an ad group that keywords share, or that Search Match serves. */
export async function makeSharedAdGroup(
  context: StepContext,
  campaign: number,
  role: 'broad' | 'search_match',
): Promise<StepEnd> {
  const { creation, log } = context;
  const { creation_id } = creation.request;
  const started = creation.campaigns[campaign]?.adGroupsStarted[role];
  const started_at = log.at();
  const mine = await log.step({
    type: 'CreationStepStarted',
    data: { creation_id, campaign, step: role, negatives: [], started_at },
  });
  const plan = planAt(creation, campaign);
  const wanted: WantedAdGroup = {
    campaignId: campaignIdAt(creation, campaign),
    plan,
    name: names[role],
    searchMatch: role === 'search_match',
    bidMicros: plan.bid_micros ?? 0,
    goalMicros: plan.cpa_goal_micros,
    startedAt: started ?? started_at,
  };
  const existing =
    started !== undefined || !mine ? await findAdGroups(context, [wanted]) : new Map<string, RemoteAdGroup>();
  if (isHalt(existing)) return existing;
  const made = existing.get(wanted.name) ?? (await postAdGroup(context, wanted));
  if ('kind' in made) {
    return made.kind === 'foreign' ? { kind: 'stuck', message: made.message, status: made.status } : made;
  }
  await recordObjects(log, wanted.campaignId, { adGroups: [{ ...made, role }] });
  const made_at = log.at();
  await log.step({
    type: 'CreationAdGroupMade',
    data: { creation_id, campaign, role, ad_group_id: made.id, made_at },
  });
  return done;
}

/** Ad groups of ours that exist already, by wanted name, found in one question. All are of one campaign. */
export async function findAdGroups(
  { writer, log, creation }: StepContext,
  wanted: readonly WantedAdGroup[],
): Promise<ReadonlyMap<string, RemoteAdGroup> | Halt> {
  const [first] = wanted;
  if (first === undefined) return new Map();
  const searchedNames = wanted.flatMap(({ name }) => [name, secondName(name)]);
  const adGroups = await writer.findAdGroupsByName(log.scope, first.campaignId, searchedNames).catch(haltOfFault);
  if ('kind' in adGroups) return adGroups;
  const isNew = creation.request.campaigns.some(({ campaign_id }) => campaign_id === null);
  const byName = new Map<string, RemoteAdGroup>();
  for (const wantedGroup of wanted) {
    const adGroup = adGroups.find(
      ({ name, deleted, createdAt }) =>
        !deleted &&
        (name === wantedGroup.name || name === secondName(wantedGroup.name)) &&
        // Below a campaign that we are making everything is ours.
        (isNew || madeSince(createdAt, wantedGroup.startedAt)),
    );
    if (adGroup !== undefined) byName.set(wantedGroup.name, adGroup);
  }
  return byName;
}

const secondName = (name: string): string => `${name} 2`;

/** Makes an ad group. Where only a deleted one holds its name it gets another. */
export async function postAdGroup(
  context: StepContext,
  wanted: WantedAdGroup,
): Promise<RemoteAdGroup | Halt | ForeignName> {
  const end = await post(context, wanted, wanted.name);
  if (end.kind === 'done') return end.value;
  if (end.kind !== 'refused' || end.status === 401 || end.status === 403 || end.status === 404) return haltOf(end);
  const { writer, log } = context;
  const existing = await findAdGroups(context, [wanted]);
  if (isHalt(existing)) return existing;
  const adGroup = existing.get(wanted.name);
  if (adGroup !== undefined) return adGroup;
  const held = await writer.findAdGroupsByName(log.scope, wanted.campaignId, [wanted.name]).catch(haltOfFault);
  if ('kind' in held) return held;
  if (held.some(({ deleted }) => !deleted)) return { kind: 'foreign', message: end.message, status: end.status };
  if (held.length === 0) return haltOf(end);
  const second = await post(context, wanted, secondName(wanted.name));
  return second.kind === 'done' ? second.value : haltOf(second);
}

function post({ writer, log, creation, now }: StepContext, wanted: WantedAdGroup, name: string) {
  const { plan, campaignId, bidMicros, goalMicros, searchMatch } = wanted;
  const adGroup: NewAdGroup = {
    name,
    status: 'ENABLED',
    defaultBid: amount(bidMicros),
    cpaGoal: amountOrNull(goalMicros),
    searchMatch,
    // Counted from this attempt: the service refuses the past.
    startsAt: new Date(now() + startsInMs),
    device: plan.device,
    audience: plan.audience,
    adamId: creation.request.adam_id,
  };
  return writer.createAdGroup(log.scope, campaignId, adGroup);
}
