import type { EventLog, RecordedEvent } from '@tapwise/adapters';
import {
  type AutomationEvent,
  addDays,
  adsPullStream,
  adsReportStream,
  applicationStream,
  automationDecider,
  automationStream,
  type CampaignEvent,
  campaignStream,
  createPastFigures,
  type Day,
  type ExistingRule,
  type OpenApplication,
  type PastFigures,
  type RecordedFigures,
  type RuleCampaign,
  ruleCampaignDecider,
} from '@tapwise/domain';
import pLimit from 'p-limit';

/** What had happened at an instant of the past, as far as the log had it. Asked for one instant after another. */
type UpTo = (recorded: Pick<RecordedEvent, 'position' | 'recordedAt' | 'revision'>) => boolean;

const streamsAtOnce = 8;

export interface PastScope {
  readonly applicationId: number;
  readonly orgId: number;
  readonly campaigns: ReadonlySet<number>;
  /** Of the organization. */
  readonly currency: string;
  readonly from: Day;
  readonly to: Day;
  readonly signal: AbortSignal;
}

type FiguresEvent = RecordedEvent & { readonly figures: RecordedFigures };

/** Figures of the ad service in the order in which they were recorded. */
export async function readPastFigures(log: EventLog, scope: PastScope): Promise<Following<PastFigures>> {
  const { applicationId, orgId, campaigns, signal } = scope;
  const days: Day[] = [];
  for (let day = scope.from; day <= scope.to; day = addDays(day, 1)) days.push(day);
  const readDay = async (day: Day): Promise<FiguresEvent[]> => {
    signal.throwIfAborted();
    const recorded = await log.readStream(adsReportStream(applicationId, orgId, day));
    return recorded.flatMap((figuresEvent) => {
      const { event } = figuresEvent;
      const isWanted = event.type === 'AdsReportRowsRecorded' && campaigns.has(event.data.campaign_id);
      return isWanted ? [Object.assign(figuresEvent, { figures: event.data })] : [];
    });
  };
  const limit = pLimit(streamsAtOnce);
  // A day that cannot be read ends the question; what waits for its turn is not read either.
  const events = await limit.map(days, readDay).finally(() => limit.clearQueue());
  const figures = createPastFigures(scope.currency);
  return follow(byPosition(events.flat()), figures, (pastFigures, next) => {
    for (const event of next) pastFigures.apply(event.figures);
    return pastFigures;
  });
}

/** A campaign with the trails of its bids. */
export async function readPastCampaign(log: EventLog, id: number): Promise<Following<RuleCampaign>> {
  const events = await log.readStream(campaignStream(id));
  return follow(events, ruleCampaignDecider.initialState(), (state, next) =>
    ruleCampaignDecider.evolveMany(
      state,
      next.map(({ event }) => event as CampaignEvent),
    ),
  );
}

/** A rule as it was; `undefined` before it was made. */
export async function readPastRule(log: EventLog, id: number): Promise<Following<ExistingRule | undefined>> {
  const events = await log.readStream(automationStream(id));
  return follow<ExistingRule | undefined>(events, undefined, (rule, next) => {
    const start = rule ?? automationDecider.initialState();
    const state = next.reduce(
      (current, { event }) => automationDecider.evolve(current, event as AutomationEvent),
      start,
    );
    return 'automation_id' in state ? state : undefined;
  });
}

/** The application with its guardrails as they were. */
export async function readPastApplication(
  log: EventLog,
  application: OpenApplication,
): Promise<Following<OpenApplication>> {
  const events = await log.readStream(applicationStream(application.application_id));
  return follow<OpenApplication>(events, { ...application, guardrails: null }, (current, next) => {
    const last = next.findLast(({ event }) => event.type === 'GuardrailsChanged')?.event;
    return last?.type === 'GuardrailsChanged' ? { ...current, guardrails: last.data.guardrails } : current;
  });
}

/** When structure and figures were pulled, in milliseconds; `undefined` before the first pull was whole. */
export async function readPastPulls(
  log: EventLog,
  applicationId: number,
  orgId: number,
): Promise<Following<number | undefined> & { readonly first: number | undefined }> {
  const events = await log.readStream(adsPullStream(applicationId, orgId));
  const pulls = follow<number | undefined>(events, undefined, (pulled, next) => {
    const last = next.at(-1)?.event;
    return last?.type === 'AdsPullCompleted' ? Date.parse(last.data.pulled_at) : pulled;
  });
  return Object.assign(pulls, {
    first: events.find(({ event }) => event.type === 'AdsPullCompleted')?.recordedAt.getTime(),
  });
}

/** Something that follows the log; asked for later and later instants. */
export type Following<State> = (upTo: UpTo) => State;

function follow<State, Event extends RecordedEvent = RecordedEvent>(
  events: readonly Event[],
  first: State,
  evolve: (state: State, next: readonly Event[]) => State,
): Following<State> {
  let state = first;
  let consumed = 0;
  return (upTo) => {
    const begin = consumed;
    for (let event = events[consumed]; event !== undefined && upTo(event); event = events[consumed]) consumed += 1;
    if (consumed > begin) state = evolve(state, events.slice(begin, consumed));
    return state;
  };
}

const byPosition = <Event extends RecordedEvent>(events: Event[]): Event[] =>
  events.sort((left, right) => (left.position < right.position ? -1 : left.position > right.position ? 1 : 0));
