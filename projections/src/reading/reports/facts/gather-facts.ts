import type { ValuedSubscription } from '../values/value-subscriptions.ts';
import type { AdsFact } from './ads-facts.queries.ts';
import { inNoRow } from './fact-conditions.queries.ts';
import type { IncomeFact } from './income-facts.queries.ts';
import type { ObjectLabels } from './label-facts.queries.ts';
import type { PeopleFact } from './people-facts.queries.ts';
import type { MatchFact, ShareFact } from './share-facts.queries.ts';
import type { Structure, StructureFact } from './structure-facts.queries.ts';

/** Facts from all statements about one object in one bucket. */
export interface ObjectFacts {
  /** The object as text: an id, a country, or nothing. */
  readonly object: string;
  campaignId: number;
  adGroupId: number;
  structure: StructureFact | undefined;
  ads: AdsFact | undefined;
  people: PeopleFact | undefined;
  subscriptions: ValuedSubscription[];
  income: IncomeFact[];
  share: ShareFact | undefined;
  matched: number | undefined;
}

/** What the statements of one question answered. */
export interface FactResults {
  readonly structure: Structure;
  readonly labels: ObjectLabels;
  readonly ads: readonly AdsFact[];
  /** Figures of ad groups, when the question is about their keywords. */
  readonly parentAds: readonly AdsFact[];
  readonly people: readonly PeopleFact[];
  readonly subscriptions: readonly ValuedSubscription[];
  readonly income: readonly IncomeFact[];
  readonly shares: readonly ShareFact[];
  readonly matches: readonly MatchFact[];
}

export interface GatheredFacts {
  /** By bucket, then by object. The range as a whole is the bucket without a name. */
  readonly buckets: ReadonlyMap<string, ReadonlyMap<string, ObjectFacts>>;
  /** Objects as they are set, by id. */
  readonly structures: ReadonlyMap<string, StructureFact>;
  readonly labels: ObjectLabels;
  readonly parents: { readonly structures: readonly StructureFact[]; readonly ads: readonly AdsFact[] };
  readonly adGroups: ReadonlyMap<number, StructureFact>;
  readonly campaigns: ReadonlyMap<number, StructureFact>;
  /** Sales of unknown users. */
  readonly unknownSales: IncomeFact[];
  /** Users of ad organizations that are not linked. */
  readonly unlinkedUsers: number;
}

/** Puts facts together by bucket and object. */
export function gatherFacts(results: FactResults): GatheredFacts {
  const buckets = new Map<string, Map<string, ObjectFacts>>();
  const structures = new Map(results.structure.objects.map((object) => [String(object.id), object]));
  const factsOf = (fact: {
    object: string;
    bucket: string;
    parent_campaign?: number;
    parent_group?: number;
  }): ObjectFacts => {
    let bucket = buckets.get(fact.bucket);
    if (bucket === undefined) {
      bucket = new Map<string, ObjectFacts>();
      buckets.set(fact.bucket, bucket);
    }
    let facts = bucket.get(fact.object);
    if (facts === undefined) {
      facts = noFacts(fact.object, structures.get(fact.object), fact);
      bucket.set(fact.object, facts);
    }
    return facts;
  };
  for (const fact of results.ads) {
    if (fact.days > 0 || fact.today_micros !== 0) factsOf(fact).ads = fact;
  }
  for (const fact of results.people) if (fact.object !== inNoRow.unlinkedUsers) factsOf(fact).people = fact;
  for (const fact of results.subscriptions) factsOf(fact).subscriptions.push(fact);
  for (const fact of results.income) if (fact.object !== inNoRow.unknownSales) factsOf(fact).income.push(fact);
  for (const fact of results.shares) factsOf(fact).share = fact;
  for (const { object, matched } of results.matches) factsOf({ object, bucket: '' }).matched = matched;
  return {
    buckets,
    structures,
    labels: results.labels,
    parents: { structures: results.structure.adGroups, ads: results.parentAds },
    adGroups: new Map(results.structure.adGroups.map((adGroup) => [adGroup.id, adGroup])),
    campaigns: new Map(results.structure.campaigns.map((campaign) => [campaign.id, campaign])),
    unknownSales: results.income.filter(({ object }) => object === inNoRow.unknownSales),
    unlinkedUsers: results.people.find(({ object }) => object === inNoRow.unlinkedUsers)?.first_launches ?? 0,
  };
}

/** An object of which nothing is known but what it is. */
export function noFacts(
  object: string,
  structure: StructureFact | undefined,
  parents: { parent_campaign?: number; parent_group?: number } = {},
): ObjectFacts {
  // Twenty thousand of these are made for one answer, so the object is made in one go.
  return {
    object,
    campaignId: structure?.campaign_id ?? parents.parent_campaign ?? 0,
    adGroupId: structure?.ad_group_id ?? parents.parent_group ?? 0,
    structure,
    ads: undefined,
    people: undefined,
    subscriptions: [],
    income: [],
    share: undefined,
    matched: undefined,
  };
}

/** Whether anything at all was counted for the object in the range. */
export function hasData({ ads, people, subscriptions, income }: ObjectFacts): boolean {
  const adsCounted =
    ads !== undefined && (ads.impressions > 0 || ads.taps > 0 || ads.tap_installs > 0 || ads.view_installs > 0);
  return (
    adsCounted || (ads?.micros ?? 0) !== 0 || people !== undefined || subscriptions.length > 0 || income.length > 0
  );
}
