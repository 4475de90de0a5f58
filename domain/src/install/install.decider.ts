import type { Decider } from '../shared/decider.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { Attribution, InstallEvent } from './install.events.ts';

type Reported = Extract<InstallEvent, { type: 'InstallReported' }>['data'];
type OrganicReason = Extract<InstallEvent, { type: 'InstallFoundOrganic' }>['data']['reason'];

/** What the SDK reports about one first launch. */
export type InstallReport = Reported;

/** The final answer of the attribution service. */
export type AttributionOutcome =
  | { outcome: 'attributed'; attribution: Attribution; conversion_type: string | null }
  | { outcome: 'organic'; reason: OrganicReason }
  | { outcome: 'test' };

export type InstallState =
  | { status: 'unknown' }
  | { status: 'pending'; report: InstallReport }
  | ({ status: 'test' } & Decided)
  | ({ status: 'attributed'; report: InstallReport; attribution: Attribution } & Decided)
  | ({ status: 'organic'; report: InstallReport; reason: OrganicReason } & Decided);

interface Decided {
  /** Whether the SDK has got the final answer once. */
  answered: boolean;
}

/** What to answer the SDK: nothing known, not decided, or the attribution (`null`: Organic, or a test). */
export type InstallAnswer =
  | { status: 'unknown' }
  | { status: 'pending' }
  | { status: 'answered'; attribution: Attribution | null };

/** How long the attribution service is asked, from the first call on; without an answer the user is Organic. */
export const attributionWaitMs = 24 * 3_600_000;

/** Campaign of the attribution service's test record; it proves the SDK and is in no figure. */
export const testCampaignId = 1_234_567_890;

const aheadToleranceMs = 24 * 3_600_000;
const oldestYears = 3;

/** Fold of `install-<applicationId>.<installId>`; the first report and the first decision are final. */
export const installDecider: Decider<InstallState, InstallEvent> = {
  initialState: () => ({ status: 'unknown' }),
  evolve(state, event) {
    if (state.status === 'unknown') return firstState(event) ?? state;
    if (state.status === 'pending') return decidedState(state.report, event) ?? state;
    return event.type === 'AttributionAnswerGiven' ? { ...state, answered: true } : state;
  },
};

/**
 * Takes a report of a first launch, with the answer of the attribution service or `pending`. A report without a token can
 * never be attributed. A repeated report changes nothing, but may bring the decision a pending install waits for.
 * @throws DomainError `invalid_request` for a first launch that cannot be.
 */
export function recordInstall(
  state: InstallState,
  report: InstallReport,
  outcome: AttributionOutcome | { outcome: 'pending' },
): InstallEvent[] {
  const { application_id, install_id, received_at } = report;
  const answer = { decided_at: received_at, answered: true };
  if (state.status === 'pending') {
    return outcome.outcome === 'pending' ? [] : decideAttribution(state, outcome, answer);
  }
  if (state.status !== 'unknown') return [];
  checkFirstLaunch(report.first_launch_at, received_at);
  if (outcome.outcome === 'test') {
    return [{ type: 'TestInstallReported', data: { application_id, install_id, received_at } }];
  }
  const reported: InstallEvent = { type: 'InstallReported', data: report };
  const final = report.attribution_token ? outcome : noToken;
  if (final.outcome === 'pending') return [reported];
  return [reported, ...decideAttribution({ status: 'pending', report }, final, answer)];
}

/**
 * Takes a user of the past with what the attribution service said then. The SDK has not got the answer from us; it does when it asks.
 * A user who is settled stays so, and one whose token is still asked about gets the answer, if there is one.
 * @throws DomainError `invalid_request` for a first launch that cannot be.
 */
export function importInstall(state: InstallState, report: InstallReport, outcome: AttributionOutcome): InstallEvent[] {
  const { application_id, install_id, received_at } = report;
  const answer = { decided_at: received_at, answered: false };
  if (state.status !== 'unknown') {
    return outcome.outcome === 'organic' && outcome.reason === 'no_token'
      ? []
      : decideAttribution(state, outcome, answer);
  }
  checkFirstLaunch(report.first_launch_at, received_at);
  if (outcome.outcome === 'test') {
    return [{ type: 'TestInstallReported', data: { application_id, install_id, received_at } }];
  }
  return [
    { type: 'InstallReported', data: report },
    ...decideAttribution({ status: 'pending', report }, outcome, answer),
  ];
}

/**
 * Settles a pending install. One that is settled stays as it is.
 * @param answer when, and whether the SDK gets the decision as the answer of its call.
 * @throws DomainError `not_found` when no install was reported.
 */
export function decideAttribution(
  state: InstallState,
  decision: AttributionOutcome,
  answer: { decided_at: string; answered: boolean },
): InstallEvent[] {
  if (state.status === 'unknown') throw new DomainError('not_found');
  if (state.status !== 'pending') return [];
  const { application_id, install_id } = state.report;
  const identity = { application_id, install_id };
  if (decision.outcome === 'test') {
    const tested: InstallEvent = { type: 'TestInstallReported', data: { ...identity, received_at: answer.decided_at } };
    return answer.answered ? [tested, answerGiven(identity, answer.decided_at)] : [tested];
  }
  if (decision.outcome === 'organic') {
    return [{ type: 'InstallFoundOrganic', data: { ...identity, reason: decision.reason, ...answer } }];
  }
  const { attribution, conversion_type } = decision;
  return [{ type: 'InstallAttributed', data: { ...identity, attribution, conversion_type, ...answer } }];
}

/** The SDK gets the final answer; recorded when it is its first one, so that a repeated call is recognized. */
export function giveAnswer(
  state: InstallState,
  command: { application_id: number; install_id: string; answered_at: string },
): InstallEvent[] {
  if (state.status === 'unknown' || state.status === 'pending' || state.answered) return [];
  const { application_id, install_id, answered_at } = command;
  return [answerGiven({ application_id, install_id }, answered_at)];
}

export function installAnswer(state: InstallState): InstallAnswer {
  if (state.status === 'unknown' || state.status === 'pending') return { status: state.status };
  return { status: 'answered', attribution: state.status === 'attributed' ? state.attribution : null };
}

/**
 * Refuses first launches of more than three years ago or more than 24 hours ahead; both instants in ISO 8601.
 * @throws DomainError `invalid_request`.
 */
export function checkFirstLaunch(firstLaunchAt: string, receivedAt: string): void {
  const [launched, received] = [Date.parse(firstLaunchAt), Date.parse(receivedAt)];
  const oldest = new Date(received);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - oldestYears);
  const details = { field: 'first_launch_at' };
  if (Number.isNaN(launched))
    throw new DomainError('invalid_request', { message: 'first_launch_at is not a valid instant.', details });
  if (launched < oldest.getTime()) {
    throw new DomainError('invalid_request', { message: 'first_launch_at is more than three years ago.', details });
  }
  if (launched > received + aheadToleranceMs) {
    throw new DomainError('invalid_request', { message: 'first_launch_at is more than 24 hours ahead.', details });
  }
}

const noToken: AttributionOutcome = { outcome: 'organic', reason: 'no_token' };

function answerGiven(identity: { application_id: number; install_id: string }, answered_at: string): InstallEvent {
  return { type: 'AttributionAnswerGiven', data: { ...identity, answered_at } };
}

function firstState(event: InstallEvent): InstallState | undefined {
  if (event.type === 'InstallReported') return { status: 'pending', report: event.data };
  return event.type === 'TestInstallReported' ? { status: 'test', answered: true } : undefined;
}

function decidedState(report: InstallReport, event: InstallEvent): InstallState | undefined {
  switch (event.type) {
    case 'InstallAttributed':
      return { status: 'attributed', report, attribution: event.data.attribution, answered: event.data.answered };
    case 'InstallFoundOrganic':
      return { status: 'organic', report, reason: event.data.reason, answered: event.data.answered };
    case 'TestInstallReported':
      return { status: 'test', answered: false };
    default:
      return undefined;
  }
}
