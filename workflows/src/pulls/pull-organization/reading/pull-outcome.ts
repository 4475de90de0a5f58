import { adsPullStream, completePull, type Day, type ReadingProblem, reportIncompletePull } from '@tapwise/domain';
import type { OrganizationRef } from '../organization-context.ts';
import type { OrganizationMemory } from '../organization-memory.ts';
import { withRecordedProblem } from './with-recorded-problem.ts';

/** Records that structure and figures of these days are in, as they were when the reports were begun: ISO 8601. */
export async function recordCompletion(
  memory: OrganizationMemory,
  ref: OrganizationRef,
  days: { from_day: Day; to_day: Day },
  pulled_at: string,
): Promise<void> {
  await memory.pulls.change(adsPullStream(ref.application_id, ref.org_id), `completed ${pulled_at}`, (state) =>
    completePull(state, { ...ref, pulled_at, ...days }),
  );
}

/** Records that a pull was not whole: figures and their age stay what they are. */
export async function recordIncomplete(
  memory: OrganizationMemory,
  ref: OrganizationRef,
  problem: ReadingProblem,
): Promise<void> {
  const at = new Date().toISOString();
  await memory.pulls.change(adsPullStream(ref.application_id, ref.org_id), `incomplete ${at}`, (state) =>
    reportIncompletePull(state, { ...ref, at }, problem),
  );
}

/** Does a part of a pull; see `withRecordedProblem`. */
export function withAccount<Result>(
  memory: OrganizationMemory,
  ref: OrganizationRef,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  return withRecordedProblem(signal, (problem) => recordIncomplete(memory, ref, problem), work);
}
