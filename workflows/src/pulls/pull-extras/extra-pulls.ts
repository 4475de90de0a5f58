import { type EventLog, handleCommand } from '@tapwise/adapters';
import {
  type AdsExtraEvent,
  type AdsExtraPullState,
  type AdsExtraSubject,
  adsExtraPullDecider,
  adsExtraPullStream,
  completeExtraPull,
  type Day,
  fold,
  type ReadingProblem,
  reportIncompleteExtraPull,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import type { OrganizationRef } from '../pull-organization/organization-context.ts';
import { withRecordedProblem } from '../pull-organization/reading/with-recorded-problem.ts';

/** When months, search terms and impression shares of an organization were last pulled. */
export async function readExtraPulls(log: EventLog, ref: OrganizationRef): Promise<AdsExtraPullState> {
  const recorded = await log.readStream(adsExtraPullStream(ref.application_id, ref.org_id));
  return fold(
    adsExtraPullDecider,
    recorded.map(({ event }) => event as AdsExtraEvent),
  );
}

interface ExtraPull {
  readonly log: EventLog;
  readonly ref: OrganizationRef;
  readonly subject: AdsExtraSubject;
}

/** Records that the days of a subject are in, or what kept their pull from being whole. @returns whether they are in. */
export async function endExtraPull(
  pull: ExtraPull,
  range: { from_day: Day; to_day: Day },
  [problem]: readonly ReadingProblem[],
): Promise<boolean> {
  if (problem !== undefined) {
    await recordIncomplete(pull, problem);
    return false;
  }
  const { application_id, org_id } = pull.ref;
  const details = { application_id, org_id, subject: pull.subject, pulled_at: new Date().toISOString(), ...range };
  await change(pull, `completed ${pull.subject} ${details.pulled_at}`, (state) => completeExtraPull(state, details));
  return true;
}

/** Does a pull; see `withRecordedProblem`. */
export function withExtraAccount<Result>(
  pull: ExtraPull,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  return withRecordedProblem(signal, (problem) => recordIncomplete(pull, problem), work);
}

async function recordIncomplete(pull: ExtraPull, problem: ReadingProblem): Promise<void> {
  const { application_id, org_id } = pull.ref;
  const details = { application_id, org_id, subject: pull.subject, at: new Date().toISOString() };
  await change(pull, `incomplete ${pull.subject} ${details.at}`, (state) =>
    reportIncompleteExtraPull(state, details, problem),
  );
}

async function change(
  { log, ref }: ExtraPull,
  cause: string,
  decide: (state: AdsExtraPullState) => ReturnType<typeof completeExtraPull>,
): Promise<void> {
  await handleCommand(log, {
    stream: adsExtraPullStream(ref.application_id, ref.org_id),
    decider: adsExtraPullDecider,
    context: workflowActor('pull-extras'),
    cause,
    decide,
  });
}
