import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog, OrganizationScope, SearchAdsClient } from '@tapwise/adapters';
import { addDays, adsPullStream, campaignStream, type Day, dayInZone, dueUnnamed } from '@tapwise/domain';
import { currentAttempt } from '../../activity/attempt.ts';
import { runActivity } from '../../activity/run-activity.ts';
import { watchForStalls } from '../../activity/stall-watch.ts';
import {
  areNewerUsersComing,
  areUsersOfThePastComing,
  type OrganizationContext,
  type OrganizationRef,
  type OrganizationSources,
  readOrganizationContext,
} from './organization-context.ts';
import {
  createOrganizationMemories,
  type ListedCampaigns,
  type OrganizationMemories,
  type OrganizationMemory,
} from './organization-memory.ts';
import { type DayAges, type PullActivities, recentDays, restatedDays } from './pull-organization.contract.ts';
import { readPullProgress } from './pull-progress.ts';
import { mayMissAny, type PullProblems } from './reading/ask-one.ts';
import { recordCompletion, recordIncomplete, withAccount } from './reading/pull-outcome.ts';
import { recordCampaignFigures } from './record-figures.ts';
import { recordSlice, slicesOf } from './record-slices.ts';
import { listedIn, recordCampaigns, recordStructure } from './record-structure.ts';
import { steadyMemory } from './steady-memory.ts';

export interface PullDependencies extends OrganizationSources {
  readonly log: EventLog;
  readonly pauseSeconds: number;
}

/** Activities of `pullOrganization`. Each may be repeated at any point: only what differs is appended. */
export function createPullActivities(dependencies: PullDependencies): PullActivities {
  const memories = createOrganizationMemories(dependencies.log);
  return {
    readPullProgress: (ref) =>
      runActivity(async () => {
        const { organization, client } = await readOrganizationContext(dependencies, ref);
        const { oldestDayAge } = client.limits;
        const scope = { timeZone: organization.time_zone, oldestDayAge, now: Date.now() };
        return await readPullProgress(dependencies.log, ref, scope);
      }),
    pullStructure: (ref) =>
      pulling(memories, ref, async (memory, signal) => {
        const { client, organization, adamId } = await readOrganizationContext(dependencies, ref);
        const scope = { orgId: ref.org_id, currency: organization.currency, adamId, signal };
        const today = dayInZone(Date.now(), organization.time_zone);
        const problems: PullProblems = [];
        const began = new Date().toISOString();
        const { pulledAt: since } = await memory.pulls.state(adsPullStream(ref.application_id, ref.org_id));
        await withAccount(memory, ref, signal, async () => {
          if (since === null) await recordFirstFigures(client, memory, ref, { ...scope, today, problems });
          await recordStructure(client, memory, scope, problems);
        });
        const campaign_ids = client.changeHistory === undefined ? [] : await unnamedCampaigns(memory);
        const days = { today, restated_from: addDays(today, -restatedDays.oldest) };
        const structure = campaign_ids.length === 0 ? days : { ...days, unnamed: { campaign_ids, since, began } };
        const [problem] = problems;
        if (problem === undefined) return structure;
        await recordIncomplete(memory, ref, problem);
        return { ...structure, incomplete: problem };
      }),
    pullReports: ({ ages: wanted, incomplete, ...ref }) =>
      pulling(memories, ref, async (memory, signal) => {
        const began = new Date().toISOString();
        const context = await readOrganizationContext(dependencies, ref);
        const ages = { ...wanted, oldest: Math.min(wanted.oldest, context.client.limits.oldestDayAge) };
        const today = dayInZone(Date.now(), context.organization.time_zone);
        const isOld = ages.newest > restatedDays.oldest;
        if (isOld && areNewerUsersComing(context, addDays(today, -ages.newest)))
          return { pause_seconds: pauseAfter(dependencies, context), postponed: true };
        const problems: PullProblems = [];
        await withAccount(memory, ref, signal, () =>
          recordAll(context, memory, ref, { today, ages, isOld, problems, signal }),
        );
        const covered = { from_day: addDays(today, -ages.oldest), to_day: addDays(today, -ages.newest) };
        const problem = incomplete ?? problems[0];
        if (problem === undefined) await recordCompletion(memory, ref, covered, began);
        else await recordIncomplete(memory, ref, problem);
        return {
          pause_seconds: pauseAfter(dependencies, context),
          ...(problem === undefined ? {} : { incomplete: problem }),
          ...(mayMissAny(problems) ? { missing: true as const } : {}),
        };
      }),
  };
}

/** Listed campaigns with changes whose authors the record of the service may have by now. */
async function unnamedCampaigns({ listed, campaigns }: OrganizationMemory): Promise<number[]> {
  const now = Date.now();
  const unnamed: number[] = [];
  for (const id of listed?.ids ?? []) {
    const state = await campaigns.state(campaignStream(id));
    if (dueUnnamed(state, now).length > 0) unnamed.push(id);
  }
  return unnamed;
}

/** The figures of some days, in pieces. */
async function recordAll(
  { client, organization, adamId }: OrganizationContext,
  memory: OrganizationMemory,
  ref: OrganizationRef,
  options: { today: Day; ages: DayAges; isOld: boolean; problems: PullProblems; signal: AbortSignal },
): Promise<void> {
  const { today, ages, isOld, problems, signal } = options;
  const scope = { orgId: ref.org_id, currency: organization.currency };
  const listed = memory.listed ?? (await listCampaigns(client, scope, adamId, signal));
  for (const { from, to } of slicesOf(addDays(today, -ages.oldest), addDays(today, -ages.newest))) {
    const sliceBegan = performance.now();
    const days = { applicationId: ref.application_id, ...scope, from, to, signal };
    await recordSlice(client, memory, listed, days, problems);
    if (isOld) await giveWay(performance.now() - sliceBegan, signal);
  }
}

/** A new organization's campaigns and their last days, before all that lies below them: a report has figures within seconds. */
async function recordFirstFigures(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  ref: OrganizationRef,
  scope: OrganizationScope & { adamId: number; signal: AbortSignal; today: Day; problems: PullProblems },
): Promise<void> {
  const listed = await recordCampaigns(client, memory, scope, scope.problems);
  const days = { from: addDays(scope.today, -recentDays.oldest), to: scope.today };
  const { application_id: applicationId } = ref;
  await recordCampaignFigures(client, memory, listed, { ...scope, ...days, applicationId }, scope.problems);
}

/** While users of the past come in, which keeps the machine busy, rounds are at least this far apart. */
const busyPauseSeconds = 15;

function pauseAfter({ pauseSeconds }: PullDependencies, context: OrganizationContext): number {
  return areUsersOfThePastComing(context) ? Math.max(busyPauseSeconds, pauseSeconds) : pauseSeconds;
}

const longestRestMs = 2000;

/** Days from before the last 30 are in no hurry: others get half of the time. */
async function giveWay(tookMs: number, signal: AbortSignal): Promise<void> {
  await pause(Math.min(longestRestMs, tookMs), undefined, { signal }).catch(() => undefined);
}

/** An activity that records what it reads, unless its process stands still in between. */
function pulling<Result>(
  memories: OrganizationMemories,
  ref: OrganizationRef,
  pull: (memory: OrganizationMemory, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return runActivity(async (signal) => {
    const stalls = watchForStalls();
    try {
      return await pull(steadyMemory(await trustedMemory(memories, ref), stalls), signal);
    } finally {
      stalls.stop();
    }
  });
}

/**
 * What this worker remembers, unless another worker may have pulled meanwhile: its pull is in the log as
 * completed, and one that was aborted is the reason for a repeated attempt.
 */
async function trustedMemory(memories: OrganizationMemories, ref: OrganizationRef): Promise<OrganizationMemory> {
  const { application_id, org_id } = ref;
  const foreign = await memories.of(application_id, org_id).pulls.refresh(adsPullStream(application_id, org_id));
  if (foreign > 0 || currentAttempt().number > 1) memories.forget(application_id, org_id);
  return memories.of(application_id, org_id);
}

async function listCampaigns(
  client: SearchAdsClient,
  scope: OrganizationScope,
  adamId: number,
  signal: AbortSignal,
): Promise<ListedCampaigns> {
  return listedIn(await client.findCampaigns(scope, adamId, signal));
}
