import { type EventLog, readLog } from '@tapwise/adapters';
import {
  type AnyCampaignEvent,
  type CampaignState,
  campaignDecider,
  type DomainEvent,
  isRowEvent,
  outcomeOf,
  type RowEvent,
} from '@tapwise/domain';

/** What the log has of changes and creations. */
export interface LoggedSettingsChanges {
  /** Rows of each change that was accepted, in order of acceptance. */
  readonly requested: ReadonlyMap<string, number>;
  /** Those that people asked for, and not rules. */
  readonly ofPeople: readonly string[];
  readonly settled: ReadonlySet<string>;
  /** Outcomes of each row, by `change row`. */
  readonly outcomes: ReadonlyMap<string, readonly RowEvent[]>;
  /** Rows that were changed without a call that had begun before. */
  readonly unannounced: readonly RowEvent[];
  /** Objects that were made, as `kind id name`. */
  readonly made: readonly string[];
  readonly campaigns: ReadonlyMap<number, CampaignState>;
}

type CampaignEvent = AnyCampaignEvent;

export async function readSettingsChanges(log: EventLog): Promise<LoggedSettingsChanges> {
  const requested = new Map<string, number>();
  const ofPeople: string[] = [];
  const settled = new Set<string>();
  const outcomes = new Map<string, RowEvent[]>();
  const begun = new Set<string>();
  const unannounced: RowEvent[] = [];
  const made: string[] = [];
  const campaigns = new Map<number, CampaignEvent[]>();
  const apply = (event: DomainEvent): void => {
    if (event.type === 'ChangeRequested') {
      requested.set(event.data.change_id, event.data.rows.length);
      if (event.data.actor.kind !== 'rule') ofPeople.push(event.data.change_id);
    }
    if (event.type === 'ChangeSettled') settled.add(event.data.change_id);
    if (event.type === 'ChangeWritesStarted') {
      for (const row of event.data.rows) begun.add(`${event.data.change_id} ${row}`);
    }
    made.push(...madeBy(event));
    if (isRowEvent(event)) {
      const row = `${event.data.change_id} ${event.data.row}`;
      outcomes.set(row, [...(outcomes.get(row) ?? []), event]);
      if (outcomeOf(event) === 'changed' && requested.has(event.data.change_id) && !begun.has(row))
        unannounced.push(event);
    }
  };
  await readLog(log, { streamPrefixes: ['change-', 'campaign-', 'creation-'] }, (events) => {
    for (const { stream, event } of events) {
      apply(event);
      if (!stream.startsWith('campaign-')) continue;
      const id = Number(stream.slice('campaign-'.length));
      campaigns.set(id, [...(campaigns.get(id) ?? []), event as CampaignEvent]);
    }
  });
  const folded = [...campaigns].map(
    ([id, events]) => [id, campaignDecider.evolveMany(campaignDecider.initialState(), events)] as const,
  );
  return { requested, ofPeople, settled, outcomes, unannounced, made, campaigns: new Map(folded) };
}

function madeBy(event: DomainEvent): string[] {
  switch (event.type) {
    case 'CampaignCreated':
      return [`campaign ${event.data.campaign_id} ${event.data.campaign.name}`];
    case 'AdGroupCreated':
      return [`adGroup ${event.data.ad_group.ad_group_id} ${event.data.ad_group.name}`];
    case 'KeywordAdded':
      return [`keyword ${event.data.keyword.keyword_id} ${event.data.keyword.text}`];
    // Of a creation, and of a change by a rule.
    case 'NegativeKeywordAdded':
    case 'NegativeKeywordRestored':
      return [`negative ${event.data.negative.negative_id} ${event.data.negative.text}`];
    default:
      return [];
  }
}
