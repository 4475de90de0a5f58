import type { AdsFact, Fact, IncomeFact, StructureFact, SubscriptionFact } from './report-fact.ts';

/** All that a report statement said about one object, or about users without one. */
export interface ObjectFacts {
  readonly id: number;
  structure?: StructureFact;
  ads?: AdsFact;
  /** Spend of today in micros of the organization's currency. */
  todayMicros?: number;
  firstLaunches: number;
  subscriptions: SubscriptionFact[];
  income: IncomeFact[];
}

export interface GatheredFacts {
  readonly objects: Map<number, ObjectFacts>;
  /** Of the ad group that keywords belong to. */
  parentAds?: AdsFact;
  parentStructure?: StructureFact;
  /** Sales of users nobody knows. */
  readonly unknownSales: IncomeFact[];
  /** Users of ad organizations that are not linked. */
  unlinkedUsers: number;
}

/** Puts facts together by object. */
export function gatherFacts(facts: readonly Fact[]): GatheredFacts {
  const gathered: GatheredFacts = { objects: new Map(), unknownSales: [], unlinkedUsers: 0 };
  const objectOf = (id: number): ObjectFacts => {
    const known = gathered.objects.get(id) ?? { id, firstLaunches: 0, subscriptions: [], income: [] };
    gathered.objects.set(id, known);
    return known;
  };
  for (const fact of facts) {
    switch (fact.section) {
      case 'parent_ads':
        gathered.parentAds = fact.body;
        break;
      case 'parent_structure':
        gathered.parentStructure = fact.body;
        break;
      case 'unknown_sales':
        gathered.unknownSales.push(fact.body);
        break;
      case 'unlinked':
        gathered.unlinkedUsers = fact.body.users;
        break;
      case 'structure':
        objectOf(fact.id).structure = fact.body;
        break;
      case 'ads':
        objectOf(fact.id).ads = fact.body;
        break;
      case 'today':
        objectOf(fact.id).todayMicros = fact.body.spend_micros;
        break;
      case 'installs':
        objectOf(fact.id).firstLaunches = fact.body.first_launches;
        break;
      case 'subscriptions':
        objectOf(fact.id).subscriptions.push(fact.body);
        break;
      case 'income':
        objectOf(fact.id).income.push(fact.body);
        break;
    }
  }
  return gathered;
}

/** Whether anything at all was counted for the object in the range. */
export function hasData({ ads, firstLaunches, subscriptions, income }: ObjectFacts): boolean {
  const adsCounted =
    ads !== undefined && (ads.impressions > 0 || ads.taps > 0 || ads.tap_installs > 0 || ads.view_installs > 0);
  return adsCounted || (ads?.micros ?? 0) !== 0 || firstLaunches > 0 || subscriptions.length > 0 || income.length > 0;
}
