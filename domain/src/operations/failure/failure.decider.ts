import { hourMs } from '../../shared/calendar/days.ts';
import type { Decider } from '../../shared/decider.ts';
import type { FailureEvent } from './failure.events.ts';
import {
  type FailureReason,
  type FailureSource,
  failureSources,
  type IntegrationName,
  isPermanent,
} from './failure-kinds.ts';

/** What fails: a source, of an application and ad organization where it is asked for each by itself. */
export interface FailureSubject {
  readonly application_id: number | null;
  readonly org_id: number | null;
  readonly source: FailureSource;
}

/** Why a try failed, and what is safe to show of it. */
export interface FailureCause {
  readonly reason: FailureReason;
  readonly detail: string;
}

export interface OpenFailure extends FailureSubject, FailureCause {
  readonly began_at: string;
  /** When reason and detail were recorded. */
  readonly changed_at: string;
}

/** Failures of one application, or of the product. */
export interface Failures {
  readonly open: readonly OpenFailure[];
  /** Integrations whose failure was reported to admins and is not over. */
  readonly reported: readonly IntegrationName[];
}

export const noFailures: Failures = { open: [], reported: [] };

/** Fold of `failures-<applicationId or product>`. */
export const failureDecider: Decider<Failures, FailureEvent> = {
  initialState: () => noFailures,
  evolve(state, event) {
    switch (event.type) {
      case 'FailureBegan': {
        const { began_at, ...data } = event.data;
        return { ...state, open: [...without(state.open, data), { ...data, began_at, changed_at: began_at }] };
      }
      case 'FailureChanged':
        return {
          ...state,
          open: state.open.map((failure) => (isOf(failure, event.data) ? { ...failure, ...event.data } : failure)),
        };
      case 'FailureEnded':
        return { ...state, open: without(state.open, event.data) };
      case 'IntegrationFailureReported':
        return { ...state, reported: [...state.reported, event.data.integration] };
      case 'IntegrationRecovered':
        return { ...state, reported: state.reported.filter((name) => name !== event.data.integration) };
      default:
        return state;
    }
  },
};

/** The open failure of a subject. */
export const failureOf = ({ open }: Failures, subject: FailureSubject): OpenFailure | undefined =>
  open.find((failure) => isOf(failure, subject));

const isOf = (failure: FailureSubject, { org_id, source }: FailureSubject): boolean =>
  failure.source === source && failure.org_id === org_id;

const without = (open: readonly OpenFailure[], subject: FailureSubject): OpenFailure[] =>
  open.filter((failure) => !isOf(failure, subject));

/** A try failed. Recorded when it is the first one, or when it failed in another way than an hour ago or more. */
export function reportFailedTry(
  state: Failures,
  subject: FailureSubject,
  { reason, detail, at }: FailureCause & { at: string },
): FailureEvent[] {
  const { application_id, org_id, source } = subject;
  const data = { application_id, org_id, source, reason, detail };
  const before = failureOf(state, subject);
  if (before === undefined) return [{ type: 'FailureBegan', data: { ...data, began_at: at } }];
  if (before.reason === reason && before.detail === detail) return [];
  const isNews = isPermanent(reason) && !isPermanent(before.reason);
  if (!isNews && Date.parse(at) - Date.parse(before.changed_at) < hourMs) return [];
  return [{ type: 'FailureChanged', data: { ...data, changed_at: at } }];
}

/** A try succeeded. Recorded when it ends a failure, and when it ends the last one of an integration that was reported. */
export function reportSuccessfulTry(state: Failures, subject: FailureSubject, at: string): FailureEvent[] {
  if (failureOf(state, subject) === undefined) return [];
  const { application_id, org_id, source } = subject;
  const ended: FailureEvent = { type: 'FailureEnded', data: { application_id, org_id, source, ended_at: at } };
  const { integration } = failureSources[source];
  const others = without(state.open, subject);
  if (integration === null || !state.reported.includes(integration) || someOf(others, integration)) return [ended];
  return [ended, { type: 'IntegrationRecovered', data: { application_id, integration, recovered_at: at } }];
}

const someOf = (open: readonly OpenFailure[], integration: IntegrationName): boolean =>
  open.some(({ source }) => failureSources[source].integration === integration);

/** A failure that lasts this long is mailed. */
const reportedAfterMs = hourMs;

/** When a failure will have lasted long enough to be mailed, in milliseconds. */
export const lastsFrom = ({ began_at }: OpenFailure): number => Date.parse(began_at) + reportedAfterMs;

/** What is to be reported of failures that have lasted an hour: of each integration one, by the oldest failure of it. */
export function reportLastingFailures(state: Failures, at: string): FailureEvent[] {
  const due = new Map<IntegrationName, OpenFailure>();
  for (const failure of oldestFirst(state.open)) {
    const { integration } = failureSources[failure.source];
    if (integration === null || state.reported.includes(integration) || due.has(integration)) continue;
    if (Date.parse(at) >= lastsFrom(failure)) due.set(integration, failure);
  }
  return [...due].map(([integration, { application_id, source, reason, began_at: since }]) => ({
    type: 'IntegrationFailureReported',
    data: { application_id, integration, source, reason, since, reported_at: at },
  }));
}

const oldestFirst = (open: readonly OpenFailure[]): OpenFailure[] =>
  [...open].sort((a, b) => a.began_at.localeCompare(b.began_at));

/** What may pass by itself is shown when it has lasted this long. */
const displayedAfterMs = 600_000;

/** Failures to show: permanent ones at once, others when they have lasted; the oldest first. @param now Milliseconds. */
export function lastingFailures({ open }: Failures, now: number): OpenFailure[] {
  return oldestFirst(open).filter(
    ({ reason, began_at }) => isPermanent(reason) || now - Date.parse(began_at) >= displayedAfterMs,
  );
}
