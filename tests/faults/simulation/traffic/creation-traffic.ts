import { handleCommand } from '@tapwise/adapters';
import {
  type CampaignPlan,
  type CreationEvent,
  type CreationState,
  cancelCreation,
  continueCreation,
  creationDecider,
  creationStream,
  DomainError,
  requestCreation,
  teamStream,
} from '@tapwise/domain';
import type { CreationRequest } from '../../../../domain/src/campaigns/creation/creation.decider.ts';
import type { WholeRequest } from '../../../../domain/src/campaigns/creation/creation-commands.ts';
import { adamId, applicationId, orgId } from '../../../../projections/src/testing/sample-events.ts';
import { asTest } from '../../../support/facts/settings.ts';
import { refusedPrefix } from '../engines/ad-objects.ts';
import type { World } from '../world.ts';
import { adGroupId, foundTeam, recordOnce, teamId, untilDone } from './team.ts';

const bidMicros = 700_000;
const budgetMicros = 20_000_000;
/** More keywords than one step makes. */
const mostKeywords = 32;
const refusedPart = 0.1;

/** Something new for ads, of one of the kinds that people ask for: keywords with ad groups of their own or shared ones, in a new campaign or in one that is there. */
function drawCreation({ random, time }: World, name: string): WholeRequest {
  const creation_id = crypto.randomUUID();
  const isNew = random.next() < 0.7;
  const match = isNew && random.next() < 0.3 ? 'BROAD' : 'EXACT';
  const isShared = !isNew && random.next() < 0.5;
  const plan: CampaignPlan = {
    campaign_id: isNew ? null : random.pick([41, 42]),
    name,
    kind: match === 'EXACT' ? 'skag' : 'discovery',
    countries: ['US'],
    daily_budget_micros: budgetMicros,
    budget_micros: null,
    match,
    bid_micros: bidMicros,
    cpa_goal_micros: null,
    device: null,
    audience: null,
    search_match: match === 'BROAD',
    automation: isNew && random.next() < 0.5,
    broad_ad_group_id: null,
    ...(isShared ? { exact_ad_group_id: adGroupId } : {}),
  };
  const wordOf = (kind: string) => (_: unknown, index: number) => {
    const text = `${name} ${kind} ${index}`.toLowerCase();
    return { text: random.next() < refusedPart ? `${refusedPrefix}${text}` : text, campaign: 0 };
  };
  const keywords = Array.from({ length: 1 + random.upTo(mostKeywords) }, wordOf('word'));
  const negatives = Array.from({ length: random.upTo(5) }, wordOf('negative')).map((negative) => {
    const after = !isNew && random.next() < 0.5 ? { after: random.upTo(keywords.length) } : {};
    return Object.assign(negative, { ad_group_id: null }, after);
  });
  const request: CreationRequest = {
    creation_id,
    request_id: creation_id,
    application_id: applicationId,
    org_id: orgId,
    adam_id: adamId,
    currency: 'USD',
    call: 'skag_campaign',
    kind: 'skag',
    name,
    account_id: teamId,
    comment: null,
    requested_at: new Date(time.now()).toISOString(),
    body_hash: creation_id,
    primary: 0,
    warning: null,
    keywords: keywords.length,
    negatives: negatives.length,
    duplicates: 0,
    invoice_details: null,
    campaigns: [plan],
  };
  return { request, keywords, negatives };
}

const change = (
  world: World,
  creationId: string,
  what: string,
  decide: (state: CreationState) => CreationEvent[],
): Promise<unknown> =>
  handleCommand(world.openLog(), {
    stream: creationStream(creationId),
    decider: creationDecider,
    cause: `${what} ${creationId}`,
    context: asTest,
    decide,
  });

/** Asks for a creation, which has distinct words; at times it is cancelled, and continued some time later. @returns when all of that was answered. */
export async function askForCreation(world: World, name: string, ids: string[]): Promise<void> {
  const { random, time } = world;
  const whole = drawCreation(world, name);
  const { creation_id: id } = whole.request;
  ids.push(id);
  const pause = (mostMs: number): Promise<void> =>
    new Promise((resolve) => void time.after(random.next() * mostMs, resolve, undefined));
  const isCancelled = random.next() < 0.3;
  await untilDone(world, () => foundTeam(world));
  await untilDone(world, () => change(world, id, 'requested', (state) => requestCreation(state, whole)));
  if (!isCancelled) return;
  const at = (): string => new Date(time.now()).toISOString();
  await pause(15_000);
  const cancelled = { creation_id: id, account_id: teamId, cancelled_at: at() };
  await untilDone(world, () =>
    unlessEnded(() => change(world, id, 'cancelled', (state) => cancelCreation(state, cancelled))),
  );
  await pause(15_000);
  const continued = { creation_id: id, account_id: teamId, continued_at: at() };
  await untilDone(world, () =>
    unlessEnded(() => change(world, id, 'continued', (state) => continueCreation(state, continued))),
  );
}

/** One that has ended can be neither cancelled nor continued. */
async function unlessEnded(command: () => Promise<unknown>): Promise<void> {
  await command().catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

/** Presses Stop all, and releases it after a while. */
export async function stopForAWhile(world: World, mostMs: number): Promise<void> {
  const { random, time } = world;
  const at = (): string => new Date(time.now()).toISOString();
  const team = { team_id: teamId, application_id: null };
  await untilDone(world, () => foundTeam(world));
  const stopped = Object.assign({ stopped_by: teamId, stopped_at: at() }, team);
  await untilDone(world, () => recordOnce(world, teamStream(teamId), { type: 'AutomaticWorkStopped', data: stopped }));
  await new Promise<void>((resolve) => void time.after(random.next() * mostMs, resolve, undefined));
  const released = Object.assign({ released_by: teamId, released_at: at() }, team);
  await untilDone(world, () =>
    recordOnce(world, teamStream(teamId), { type: 'AutomaticWorkReleased', data: released }),
  );
}
