import type { ReadingProblem } from '@tapwise/domain';
import type { Steps } from '../../story/steps.ts';
import type { ChangeActorsActivities, UnnamedOrder } from '../read-change-actors/read-change-actors.contract.ts';
import type { OrganizationRef } from './organization-context.ts';
import {
  firstParts,
  type PullActivities,
  type PullOrganizationInput,
  type PullProgress,
  recentDays,
  restatedDays,
} from './pull-organization.contract.ts';

/** Parts that the restated days cover. */
const restatedParts = firstParts.filter(({ oldest }) => oldest <= restatedDays.oldest).length;

interface PullPass {
  readonly progress: PullProgress;
  readonly pauseSeconds: number;
  /** Changes whose authors are to be asked for. */
  readonly unnamed?: UnnamedOrder;
}

/** Keeps one ad organization's structure and figures current. */
export async function pullOrganization(
  { call, untilWoken, continueWith }: Steps<PullOrganizationInput, PullActivities & ChangeActorsActivities>,
  { application_id, org_id, ...input }: PullOrganizationInput,
): Promise<void> {
  const organization = { application_id, org_id };
  let progress = input.progress ?? (await call.readPullProgress(organization));
  for (;;) {
    const pass = await pullOnce(call, organization, progress);
    progress = pass.progress;
    if (pass.unnamed !== undefined) await call.readChangeActors({ ...organization, ...pass.unnamed });
    await untilWoken(pass.pauseSeconds);
    await continueWith({ ...organization, progress });
  }
}

/**
 * Asks for the structure and the last 7 days; the first passes add the rest of the 90 days the service gives by day, and once a day
 * the last 30 are asked for again.
 */
export async function pullOnce(
  { pullStructure, pullReports }: Pick<PullActivities, 'pullStructure' | 'pullReports'>,
  organization: OrganizationRef,
  progress: PullProgress,
): Promise<PullPass> {
  const { today, restated_from, incomplete, unnamed } = await pullStructure(organization);
  const changes = unnamed === undefined ? {} : { unnamed };
  const deep = progress.deep_day !== null && progress.deep_day !== today;
  const ages = deep ? restatedDays : recentDays;
  const recent = await pullReports({ ...organization, ages, ...becauseOf(incomplete) });
  // What did not come is asked for again, before anything older.
  if (recent.missing) return { ...changes, progress, pauseSeconds: recent.pause_seconds };
  // Days that were missed and are not among the last 30 are asked for like the first ones.
  const isBack = deep && progress.deep_day < restated_from;
  const loaded = { parts_loaded: isBack ? restatedParts : Math.max(1, progress.parts_loaded), deep_day: today };
  const next = firstParts[loaded.parts_loaded];
  if (next === undefined) return { ...changes, progress: loaded, pauseSeconds: recent.pause_seconds };
  const pulled = await pullReports({ ...organization, ages: next, ...becauseOf(recent.incomplete) });
  if (pulled.postponed || pulled.missing) return { ...changes, progress: loaded, pauseSeconds: pulled.pause_seconds };
  return { ...changes, progress: { ...loaded, parts_loaded: loaded.parts_loaded + 1 }, pauseSeconds: 0 };
}

/** A part after one that was not whole does not make the pull whole. */
const becauseOf = (incomplete: ReadingProblem | undefined) => (incomplete === undefined ? {} : { incomplete });
