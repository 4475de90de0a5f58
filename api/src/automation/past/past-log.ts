import type { EventLog, RecordedEvent } from '@tapwise/adapters';
import {
  type AnyCampaignEvent,
  type ApplicationEvent,
  type ApplicationState,
  type AutomationEvent,
  addDays,
  adsReportStream,
  applicationDecider,
  applicationStream,
  automationDecider,
  automationStream,
  campaignStream,
  type Day,
  type ExistingRule,
  type OpenApplication,
  type RecordedFigures,
} from '@tapwise/domain';
import pLimit from 'p-limit';

/** What had happened at an instant of the past, as far as the log had it. Asked for one instant after another. */
export type UpTo = (recorded: Pick<RecordedEvent, 'position' | 'recordedAt' | 'revision'>) => boolean;

const streamsAtOnce = 8;

export interface PastScope {
  readonly applicationId: number;
  readonly orgId: number;
  readonly campaigns: ReadonlySet<number>;
  readonly from: Day;
  readonly to: Day;
  readonly signal: AbortSignal;
}

type FiguresEvent = RecordedEvent & { readonly figures: RecordedFigures };

/** Takes in figures of the ad service in the order in which they were recorded. */
export async function readPastFigures<Figures extends { apply(recorded: RecordedFigures): void }>(
  log: EventLog,
  scope: PastScope,
  figures: Figures,
): Promise<Following<Figures>> {
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
  return follow(byPosition(events.flat()), figures, (pastFigures, next) => {
    for (const event of next) pastFigures.apply(event.figures);
    return pastFigures;
  });
}

/** How a campaign is folded, with the trails of its settings. */
interface CampaignFold<State> {
  initialState(): State;
  evolveMany(state: State, events: readonly AnyCampaignEvent[]): State;
}

/** Campaigns by id. */
export async function readPastCampaigns<State>(
  log: EventLog,
  ids: Iterable<number>,
  { initialState, evolveMany }: CampaignFold<State>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Following<State>>> {
  const read = async (id: number): Promise<readonly [number, Following<State>]> => {
    signal.throwIfAborted();
    const events = await log.readStream(campaignStream(id));
    const evolve = (state: State, next: readonly RecordedEvent[]): State =>
      evolveMany(
        state,
        next.map(({ event }) => event as AnyCampaignEvent),
      );
    return [id, follow(events, initialState(), evolve)];
  };
  const limit = pLimit(streamsAtOnce);
  return new Map(await limit.map(ids, read).finally(() => limit.clearQueue()));
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

/** The application with its guardrails and the day of its first user, as they were. */
export async function readPastApplication(
  log: EventLog,
  application: OpenApplication,
): Promise<Following<OpenApplication>> {
  const events = await log.readStream(applicationStream(application.application_id));
  const first = { guardrails: null, first_sdk_event_date: null, first_sdk_event_moved_at: null };
  return follow<OpenApplication>(events, { ...application, ...first }, (current, next) => {
    const state = next.reduce<ApplicationState>(
      (before, { event }) => applicationDecider.evolve(before, event as ApplicationEvent),
      current,
    );
    if (state.status !== 'open') return current;
    const { guardrails, first_sdk_event_date, first_sdk_event_moved_at } = state;
    return { ...current, guardrails, first_sdk_event_date, first_sdk_event_moved_at };
  });
}

/** Something that follows the log; asked for later and later instants. */
export type Following<State> = (upTo: UpTo) => State;

export function follow<State, Event extends RecordedEvent = RecordedEvent>(
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

export const byPosition = <Event extends RecordedEvent>(events: Event[]): Event[] =>
  events.sort((left, right) => (left.position < right.position ? -1 : left.position > right.position ? 1 : 0));
