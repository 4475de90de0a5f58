import type { VocabularyName } from './vocabulary.ts';

export type CampaignKind = 'brand' | 'category' | 'competitor' | 'discovery';

/**
 * One line per campaign of the simulated market.
 * `weight` is its share of the impressions (percent of all running ones), `firstDay` and `lastDay` are counted
 * in days before the anchor day. `budgetFactor` is the daily budget over the expected spend of the anchor day.
 */
export interface CampaignPlan {
  readonly org: number;
  readonly app: number;
  readonly name: string;
  readonly kind: CampaignKind;
  readonly countries: readonly string[];
  readonly vocabulary: VocabularyName;
  readonly keywords: number;
  readonly adGroups: number;
  readonly weight: number;
  readonly firstDay: number;
  readonly lastDay: number | null;
  readonly end: 'running' | 'paused' | 'deleted';
  readonly budgetFactor: number;
  readonly productPage: number | null;
  /** In the organization's currency. Apple sets the bids of the campaign, since the fifth market; null: the advertiser does. */
  readonly targetCpa: number | null;
  /** The first version of the market that has it. */
  readonly since: number;
}

const plan = (
  org: number,
  app: number,
  line: string,
  vocabulary: VocabularyName,
  rest: Partial<CampaignPlan> = {},
): CampaignPlan => {
  const [name = '', kind = '', countries = '', keywords = '', adGroups = '', weight = ''] = line.split(';');
  return {
    org,
    app,
    name: name.trim(),
    kind: kind.trim() as CampaignKind,
    countries: countries.trim().split(' '),
    vocabulary,
    keywords: Number(keywords),
    adGroups: Number(adGroups),
    weight: Number(weight),
    firstDay: 720,
    lastDay: null,
    end: 'running',
    budgetFactor: 1.7,
    productPage: null,
    targetCpa: null,
    since: 1,
    ...rest,
  };
};

/** name; kind; countries; keywords; ad groups; weight. New ones come last: ids follow the order. */
const CAMPAIGN_PLANS: readonly CampaignPlan[] = [
  plan(0, 0, 'US | Brand | Exact; brand; US; 40; 1; 4', 'moonvale-brand'),
  plan(0, 0, 'US | Category | Exact; category; US; 220; 6; 12', 'moonvale-english', { firstDay: 640 }),
  plan(0, 0, 'US | Competitor | Exact; competitor; US; 150; 4; 9', 'moonvale-rivals', { budgetFactor: 0.9 }),
  plan(0, 0, 'US | Discovery; discovery; US; 90; 2; 7', 'moonvale-english'),
  plan(0, 0, 'UK AU CA | Category | Exact; category; GB AU CA; 200; 5; 6', 'moonvale-english', { firstDay: 400 }),
  plan(0, 0, 'UK AU CA NZ IE | Brand; brand; GB AU CA NZ IE; 40; 1; 1.5', 'moonvale-brand'),
  plan(0, 0, 'UK AU CA | Competitor; competitor; GB AU CA; 120; 3; 4', 'moonvale-rivals'),
  plan(0, 0, 'US | Sleep stories page; category; US; 110; 3; 4', 'moonvale-english', { firstDay: 75, productPage: 0 }),
  plan(0, 0, 'Americas | Category; category; MX BR; 120; 3; 2', 'moonvale-southern', { firstDay: 210 }),
  plan(0, 0, 'US | Winter test; category; US; 80; 2; 3', 'moonvale-english', {
    firstDay: 120,
    lastDay: 12,
    end: 'paused',
  }),
  plan(0, 0, 'US | Launch week; discovery; US; 90; 2; 6', 'moonvale-english', {
    firstDay: 85,
    lastDay: 40,
    end: 'deleted',
  }),
  plan(1, 0, 'DACH | Brand; brand; DE AT CH; 45; 1; 2', 'moonvale-brand'),
  plan(1, 0, 'DACH | Kategorie | Exact; category; DE AT CH; 210; 6; 7', 'moonvale-german', { firstDay: 500 }),
  plan(1, 0, 'FR BE | Catégorie; category; FR BE; 180; 4; 4', 'moonvale-french', { firstDay: 300 }),
  plan(1, 0, 'IT ES PT | Category; category; IT ES PT; 170; 4; 3', 'moonvale-southern', { firstDay: 300 }),
  plan(1, 0, 'Nordics NL | Category; category; SE NO DK FI NL; 160; 4; 3', 'moonvale-english', { firstDay: 180 }),
  plan(1, 0, 'DACH | Wettbewerb; competitor; DE AT CH; 130; 3; 5', 'moonvale-rivals'),
  plan(1, 0, 'EU | Discovery; discovery; DE FR IT ES; 100; 2; 6', 'moonvale-german', { firstDay: 260 }),
  plan(2, 1, 'JP | Brand | Exact; brand; JP; 40; 1; 2.5', 'ledgerly-brand'),
  plan(2, 1, 'JP | Category | Exact; category; JP; 200; 5; 9', 'ledgerly-japanese', { firstDay: 600 }),
  plan(2, 1, 'JP | Competitor; competitor; JP; 120; 3; 6', 'ledgerly-rivals'),
  plan(2, 1, 'KR SG TH | Category; category; KR SG TH; 150; 4; 3', 'ledgerly-english', { firstDay: 330 }),
  plan(2, 1, 'US UK | Category; category; US GB; 200; 5; 5', 'ledgerly-english', { firstDay: 330, budgetFactor: 1 }),
  plan(2, 1, 'US UK | Discovery; discovery; US GB; 90; 2; 6', 'ledgerly-english', { firstDay: 150, targetCpa: 620 }),
  plan(2, 1, 'South Asia | Category; category; IN ID PH MY; 140; 4; 3', 'ledgerly-english', { firstDay: 240 }),
  // What the discovery campaigns find is bought in these, one keyword in each ad group.
  plan(0, 0, 'US | SKAG; category; US; 24; 24; 4', 'moonvale-english', { firstDay: 300, since: 4 }),
  plan(1, 0, 'EU | SKAG; category; DE FR IT ES; 20; 20; 2.5', 'moonvale-german', { firstDay: 240, since: 4 }),
  plan(2, 1, 'US UK | SKAG; category; US GB; 20; 20; 2.5', 'ledgerly-english', { firstDay: 140, since: 4 }),
];

/** The campaigns of a version of the market. */
export const campaignPlans = (version: number): readonly CampaignPlan[] =>
  CAMPAIGN_PLANS.filter(({ since }) => since <= version);
