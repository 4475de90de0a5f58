import type { EvaluatedUnit } from '../evaluation/evaluation-data.ts';

/** The one unit of an alert about an application: everything of it in one ad organization, which has no settings of its own. */
export const applicationUnit = (name: string): EvaluatedUnit => ({
  key: '',
  name,
  campaignId: 0,
  campaignName: '',
  adGroupId: null,
  status: 'ENABLED',
  bidsSetByService: false,
  settings: { cptBid: null, ownBid: null, cpaGoal: null, targetCpa: null, dailyCap: null, lifetimeBudget: null },
  campaignBudget: null,
  highestBid: null,
  spentToday: null,
  keywords: 0,
  keywordsWithOwnBid: 0,
  labels: [],
  createdAt: null,
  trail: {},
});
