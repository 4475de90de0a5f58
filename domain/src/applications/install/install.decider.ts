import { dayMs } from '../../shared/calendar/days.ts';
import type { Decider } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { checkFirstLaunch } from './first-launch.ts';
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

/** What a call says about an attribution: its outcome, none yet, or nothing, because the build is not from the store. */
export type CallOutcome = AttributionOutcome | { outcome: 'pending' } | { outcome: 'test_build' };

export type InstallState =
  | { status: 'unknown' }
  | ({ status: 'pending'; report: InstallReport } & Decided)
  | ({ status: 'test' } & Decided)
  | ({ status: 'attributed'; report: InstallReport; attribution: Attribution } & Decided)
  | ({ status: 'organic'; report: InstallReport; reason: OrganicReason } & Decided);

interface Decided {
  /** Whether the SDK has got a final answer once. */
  answered: boolean;
}

type Pending = Extract<InstallState, { status: 'pending' }>;
type OnPhone = Pick<InstallReport, 'application_id' | 'install_id'>;

/** What to answer the SDK: nothing known, not decided, or the attribution (`null`: Organic, or a test). */
export type InstallAttribution =
  | { status: 'unknown' }
  | { status: 'pending' }
  | { status: 'answered'; attribution: Attribution | null };

/** How long the attribution service is asked, from the first call on; without an answer the user is Organic. */
export const attributionWaitMs = dayMs;

/** Campaign of the attribution service's test record; it proves the SDK and is in no figure. */
export const testCampaignId = 1_234_567_890;

/**
 * Fold of `install-<applicationId>.<installId>`; the first report is final, and so is the first decision, but for that of an install
 * without a token.
 */
export const installDecider: Decider<InstallState, InstallEvent> = {
  initialState: () => ({ status: 'unknown' }),
  evolve(state, event) {
    if (state.status === 'unknown') return firstState(event) ?? state;
    if (state.status === 'pending') return decidedState(state, event) ?? state;
    if (event.type === 'InstallReopened' && isOpenToToken(state)) return reopenedState(state, event.data);
    return event.type === 'AttributionAnswerGiven' ? { ...state, answered: true } : state;
  },
};

/**
 * Takes a call of the SDK. The first one reports the install; a later one may bring the decision that a pending install waits for, or
 * the first token of an install without one. When the decision is there, the SDK gets it.
 * @throws DomainError `invalid_request` for a first launch that cannot be.
 */
export function recordInstall(state: InstallState, report: InstallReport, outcome: CallOutcome): InstallEvent[] {
  const timing = { decided_at: report.received_at, answered: true };
  if (state.status === 'unknown') {
    return firstReport(report, report.attribution_token ? outcome : withoutToken(outcome), timing);
  }
  if (state.status === 'pending') return decideAttribution(state, ofPending(state, report, outcome), timing);
  const brings = report.attribution_token && outcome.outcome !== 'test_build';
  if (isOpenToToken(state) && brings) return reopen(state, report, outcome, timing);
  const { application_id, install_id, received_at } = report;
  return deliverAttribution(state, { application_id, install_id, answered_at: received_at });
}

/** What an import says of the origin of an install. */
export type ImportedOutcome = AttributionOutcome | { outcome: 'test_build' };

/**
 * Takes a user of the past with what the attribution service said then. The SDK has not got the answer from us; it does when it asks.
 * A user who is settled stays so; one without a token, or whose token is still asked about, gets the answer, if there is one.
 * @throws DomainError `invalid_request` for a first launch that cannot be.
 */
export function importInstall(state: InstallState, report: InstallReport, outcome: ImportedOutcome): InstallEvent[] {
  const timing = { decided_at: report.received_at, answered: false };
  if (state.status === 'unknown') return firstReport(report, outcome, timing);
  if (state.status === 'pending') return decideAttribution(state, outcome, timing);
  return isOpenToToken(state) && isDecision(outcome) ? reopen(state, report, outcome, timing) : [];
}

/**
 * Settles a pending install. One that is settled stays as it is, and one about which nothing is decided yet stays pending.
 * @param timing when, and whether the SDK gets the decision as the answer of its call.
 * @throws DomainError `not_found` when no install was reported.
 */
export function decideAttribution(
  state: InstallState,
  decision: CallOutcome,
  timing: { decided_at: string; answered: boolean },
): InstallEvent[] {
  if (state.status === 'unknown') throw new DomainError('not_found');
  if (state.status !== 'pending' || !isDecision(decision)) return [];
  return decisionEvents(state.report, decision, { ...timing, answered: timing.answered && !state.answered });
}

/** The SDK gets the final answer; recorded when it is its first one, so that a repeated call is recognized. */
export function deliverAttribution(state: InstallState, command: OnPhone & { answered_at: string }): InstallEvent[] {
  if (state.status === 'unknown' || state.status === 'pending' || state.answered) return [];
  return [attributionDelivered(command, command.answered_at)];
}

export function installAttribution(state: InstallState): InstallAttribution {
  if (state.status === 'unknown' || state.status === 'pending') return { status: state.status };
  return { status: 'answered', attribution: state.status === 'attributed' ? state.attribution : null };
}

/** Whether the SDK has got a final answer; whatever it gets later is not its first one. */
export const isAnswered = (state: InstallState): boolean => state.status !== 'unknown' && state.answered;

const noToken: AttributionOutcome = { outcome: 'organic', reason: 'no_token' };

const withoutToken = (outcome: CallOutcome): CallOutcome =>
  outcome.outcome === 'test' || outcome.outcome === 'test_build' ? outcome : noToken;

/** Whether the attribution service was never asked about an install: the first token that comes completes it. */
const isOpenToToken = (state: InstallState): state is Extract<InstallState, { status: 'organic' }> =>
  state.status === 'organic' && state.reason === 'no_token';

/** Whether an outcome settles an install that is known. That a call has no token, or comes from a test build, says nothing. */
function isDecision(outcome: CallOutcome): outcome is AttributionOutcome {
  if (outcome.outcome === 'organic') return outcome.reason !== 'no_token';
  return outcome.outcome === 'attributed' || outcome.outcome === 'test';
}

function firstReport(
  report: InstallReport,
  outcome: CallOutcome,
  timing: { decided_at: string; answered: boolean },
): InstallEvent[] {
  const { application_id, install_id, received_at } = report;
  checkFirstLaunch(report.first_launch_at, received_at);
  if (outcome.outcome === 'test' || outcome.outcome === 'test_build') {
    return [{ type: 'TestInstallReported', data: { application_id, install_id, received_at } }];
  }
  const reported: InstallEvent = { type: 'InstallReported', data: report };
  return outcome.outcome === 'pending' ? [reported] : [reported, ...decisionEvents(report, outcome, timing)];
}

/** What a call says about a pending install: after a day without an answer, that there is none. */
function ofPending(state: Pending, { received_at }: InstallReport, outcome: CallOutcome): CallOutcome {
  const waitedMs = Date.parse(received_at) - Date.parse(state.report.received_at);
  if (isDecision(outcome) || waitedMs < attributionWaitMs) return outcome;
  return { outcome: 'organic', reason: 'no_answer_in_time' };
}

/** The install as it was reported first, with the token and the time of now. */
function reopen(
  state: Extract<InstallState, { status: 'organic' }>,
  { attribution_token, received_at }: InstallReport,
  outcome: CallOutcome,
  timing: { decided_at: string; answered: boolean },
): InstallEvent[] {
  const { application_id, install_id, first_launch_at, device_class } = state.report;
  const data = { application_id, install_id, first_launch_at, device_class, attribution_token, received_at };
  return [{ type: 'InstallReopened', data }, ...decideAttribution(reopenedState(state, data), outcome, timing)];
}

function decisionEvents(
  { application_id, install_id }: InstallReport,
  decision: AttributionOutcome,
  timing: { decided_at: string; answered: boolean },
): InstallEvent[] {
  const identity = { application_id, install_id };
  if (decision.outcome === 'test') {
    const tested: InstallEvent = { type: 'TestInstallReported', data: { ...identity, received_at: timing.decided_at } };
    return timing.answered ? [tested, attributionDelivered(identity, timing.decided_at)] : [tested];
  }
  if (decision.outcome === 'organic') {
    return [{ type: 'InstallFoundOrganic', data: { ...identity, reason: decision.reason, ...timing } }];
  }
  const { attribution, conversion_type } = decision;
  return [{ type: 'InstallAttributed', data: { ...identity, attribution, conversion_type, ...timing } }];
}

function attributionDelivered({ application_id, install_id }: OnPhone, answered_at: string): InstallEvent {
  return { type: 'AttributionAnswerGiven', data: { application_id, install_id, answered_at } };
}

function firstState(event: InstallEvent): InstallState | undefined {
  if (event.type === 'InstallReported') return { status: 'pending', report: event.data, answered: false };
  return event.type === 'TestInstallReported' ? { status: 'test', answered: true } : undefined;
}

function reopenedState(
  { report, answered }: Extract<InstallState, { status: 'organic' }>,
  { attribution_token, received_at }: Pick<InstallReport, 'attribution_token' | 'received_at'>,
): Pending {
  return { status: 'pending', report: { ...report, attribution_token, received_at }, answered };
}

function decidedState({ report, answered: before }: Pending, event: InstallEvent): InstallState | undefined {
  switch (event.type) {
    case 'InstallAttributed': {
      const { attribution, answered } = event.data;
      return { status: 'attributed', report, attribution, answered: before || answered };
    }
    case 'InstallFoundOrganic':
      return { status: 'organic', report, reason: event.data.reason, answered: before || event.data.answered };
    case 'TestInstallReported':
      return { status: 'test', answered: before };
    default:
      return undefined;
  }
}

/** A final answer of the attribution service to a token, in our words. */
export type SettledExchange =
  | { readonly kind: 'attributed'; readonly attribution: Attribution; readonly conversion_type: string | null }
  | { readonly kind: 'not_attributed' | 'test_record' };

/** What came of asking it: an answer, a token that it does not take, or nothing yet. */
export type Exchange = SettledExchange | { readonly kind: 'token_rejected' | 'no_record_yet' | 'unavailable' };

/** What a call says about its attribution without the service; `undefined`: the service must be asked. */
export function outcomeBeforeExchange(call: {
  readonly token: string | null | undefined;
  readonly isTestBuild: boolean;
}): CallOutcome | undefined {
  if (call.isTestBuild) return { outcome: 'test_build' };
  return call.token ? undefined : { outcome: 'organic', reason: 'no_token' };
}

/** What a final answer settles. */
export function settledOutcome(exchange: SettledExchange): AttributionOutcome {
  switch (exchange.kind) {
    case 'attributed': {
      const { attribution, conversion_type } = exchange;
      return { outcome: 'attributed', attribution, conversion_type };
    }
    case 'not_attributed':
      return { outcome: 'organic', reason: 'not_by_ads' };
    case 'test_record':
      return { outcome: 'test' };
  }
}

/** What a call says about its attribution after the service was asked. Without an answer it is asked again later. */
export function outcomeOfExchange(exchange: Exchange): CallOutcome {
  switch (exchange.kind) {
    case 'token_rejected':
      return { outcome: 'organic', reason: 'token_rejected' };
    case 'no_record_yet':
    case 'unavailable':
      return { outcome: 'pending' };
    default:
      return settledOutcome(exchange);
  }
}
