import type { CreationEvent, DomainEvent, DomainEventOf, KeywordOutcome, NegativeOutcome } from '@tapwise/domain';
import { append } from './run-record.ts';

/** What the log has of a creation. */
export interface LoggedCreation {
  readonly request: DomainEventOf<'CreationRequested'>['data'];
  readonly keywords: DomainEventOf<'CreationListed'>['data']['keywords'];
  readonly negatives: DomainEventOf<'CreationListed'>['data']['negatives'];
  readonly outcomes: KeywordOutcome[];
  readonly negativeOutcomes: NegativeOutcome[];
  /** How it ended last; `undefined` while it is under way. */
  end: CreationEvent['type'] | undefined;
}

/** An object that the log says was made. */
interface LoggedObject {
  readonly kind: 'campaign' | 'ad group' | 'keyword' | 'negative';
  readonly campaignId: number;
  readonly name: string;
}

const ends: ReadonlySet<string> = new Set<CreationEvent['type']>([
  'CreationCompleted',
  'CreationFailed',
  'CreationRefused',
  'CreationCancelled',
]);

/** Creations and what came of them, kept while the log is written. */
export class CreationRecord {
  readonly creations = new Map<string, LoggedCreation>();
  /** Objects by their id, as often as they were recorded. */
  readonly objects = new Map<number, LoggedObject[]>();

  /** Whether it will not go on unless it is continued, which one that was cancelled is. */
  hasEnded(id: string): boolean {
    const end = this.creations.get(id)?.end;
    return end !== undefined && end !== 'CreationCancelled';
  }

  note(event: DomainEvent): void {
    if (event.type === 'CreationRequested') {
      const lists = { keywords: [], negatives: [], outcomes: [], negativeOutcomes: [] };
      this.creations.set(event.data.creation_id, { request: event.data, ...lists, end: undefined });
    } else this.#noteObject(event);
    if (!('creation_id' in event.data)) return;
    const creation = this.creations.get(event.data.creation_id);
    if (creation === undefined) return;
    if (event.type === 'CreationListed') {
      creation.keywords.push(...event.data.keywords);
      creation.negatives.push(...event.data.negatives);
    } else if (event.type === 'CreationAdvanced') {
      creation.outcomes.push(...event.data.keywords);
      creation.negativeOutcomes.push(...event.data.negatives);
    } else if (event.type === 'CreationContinued') creation.end = undefined;
    else if (ends.has(event.type)) creation.end = event.type as CreationEvent['type'];
  }

  #noteObject(event: DomainEvent): void {
    switch (event.type) {
      case 'CampaignCreated':
        this.#add(event.data.campaign_id, { kind: 'campaign', campaignId: 0, name: event.data.campaign.name });
        break;
      case 'AdGroupCreated': {
        const { campaign_id: campaignId, ad_group } = event.data;
        this.#add(ad_group.ad_group_id, { kind: 'ad group', campaignId, name: ad_group.name });
        break;
      }
      case 'KeywordAdded': {
        const { campaign_id: campaignId, keyword } = event.data;
        this.#add(keyword.keyword_id, { kind: 'keyword', campaignId, name: keyword.text });
        break;
      }
      case 'NegativeKeywordAdded': {
        const { campaign_id: campaignId, negative } = event.data;
        this.#add(negative.negative_id, { kind: 'negative', campaignId, name: negative.text });
        break;
      }
      default:
    }
  }

  #add(id: number, object: LoggedObject): void {
    append(this.objects, id, object);
  }
}
