/** A number of a rule; in templates also the name of a param that is asked for, such as `$cpa`. */
export type Entry = number | string;

export type RuleLevel = 'campaign' | 'ad_group' | 'keyword' | 'search_term';
export type TestSubject = 'self' | 'ad_group' | 'campaign' | 'scope';
export type TestOperator = '<' | '<=' | '>' | '>=' | '=' | '!=' | 'between' | 'outside' | 'empty' | 'not_empty';

/** The other side of a comparison; what is absent is the test's own. */
export interface EnteredOperand {
  readonly metric?: string | undefined;
  readonly of?: TestSubject | undefined;
  readonly window?: string | undefined;
  readonly per_day?: boolean | undefined;
  readonly times?: Entry | undefined;
  readonly plus?: Entry | undefined;
}

export interface EnteredTest {
  readonly metric: string;
  readonly of?: TestSubject | undefined;
  readonly window?: string | undefined;
  readonly per_day?: boolean | undefined;
  readonly op: TestOperator;
  readonly value?: Entry | undefined;
  readonly values?: readonly Entry[] | undefined;
  readonly than?: EnteredOperand | undefined;
  readonly floor?: Entry | undefined;
  readonly at_least?: boolean | undefined;
}

export type EnteredNode =
  | { readonly all: readonly EnteredNode[] }
  | { readonly any: readonly EnteredNode[] }
  | { readonly not: EnteredNode }
  | EnteredTest;

export type ActionName =
  | 'bid'
  | 'cpa_goal'
  | 'target_cpa'
  | 'daily_budget'
  | 'status'
  | 'label'
  | 'add_keyword'
  | 'negative'
  | 'notify';
export type AmountChange = 'set' | 'raise' | 'lower' | 'target';

/** Fields of all actions; `do` says which of them there are. */
export interface EnteredAction {
  readonly do: ActionName;
  readonly how?: AmountChange | undefined;
  readonly value?: Entry | undefined;
  readonly amount?: Entry | undefined;
  readonly percent?: Entry | undefined;
  readonly of?: string | undefined;
  readonly window?: string | undefined;
  readonly step?: Entry | undefined;
  readonly min?: Entry | undefined;
  readonly max?: Entry | undefined;
  readonly to?: 'paused' | 'running' | undefined;
  readonly any?: boolean | undefined;
  readonly add?: Entry | undefined;
  readonly remove?: Entry | undefined;
  readonly campaign_id?: Entry | undefined;
  readonly ad_group_id?: Entry | undefined;
  readonly bid?: EnteredTermBid | undefined;
  readonly negate?: boolean | undefined;
  readonly at?: 'campaign' | 'ad_group' | undefined;
}

/** The bid of a keyword that is made of a search term: an amount, or so many times what a tap costs. */
export interface EnteredTermBid {
  readonly value?: Entry | undefined;
  readonly times_cpt?: Entry | undefined;
  readonly min?: Entry | undefined;
  readonly max?: Entry | undefined;
}

export interface EnteredCase {
  readonly name?: string | undefined;
  readonly when: EnteredNode;
  readonly then: readonly EnteredAction[];
  readonly once?: boolean | undefined;
}

export interface TextFilter {
  readonly contains?: readonly string[] | undefined;
  readonly lacks?: readonly string[] | undefined;
  readonly is?: readonly string[] | undefined;
  readonly starts?: readonly string[] | undefined;
}

export interface EnteredScope {
  readonly name?: TextFilter | undefined;
  readonly campaign_name?: TextFilter | undefined;
  readonly ad_group_name?: TextFilter | undefined;
  readonly status?: readonly ('running' | 'paused')[] | undefined;
  readonly labels?:
    | { readonly any?: readonly number[] | undefined; readonly none?: readonly number[] | undefined }
    | undefined;
  readonly match_types?: readonly ('EXACT' | 'BROAD')[] | undefined;
  readonly kinds?: readonly ('skag' | 'discovery' | 'regular')[] | undefined;
  readonly strategies?: readonly ('manual_cpt' | 'max_conversions')[] | undefined;
  readonly countries?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
}

export interface EnteredSchedule {
  readonly hours?: readonly number[] | undefined;
  /** 1 is Monday. */
  readonly weekdays?: readonly number[] | undefined;
}

export interface EnteredGuards {
  readonly floors?: boolean | Readonly<Record<string, number | undefined>> | undefined;
  readonly maturity?: number | undefined;
  readonly confidence?: 'low' | 'medium' | 'high' | undefined;
  readonly trust?: boolean | undefined;
  readonly cooldown_days?: number | null | undefined;
  readonly units_per_run?: number | undefined;
  readonly units_per_day?: number | undefined;
  readonly max_share?: number | undefined;
  readonly raise_per_day?: number | null | undefined;
  readonly oscillation?: 'hold' | 'notify' | undefined;
}

/** A rule as it is entered, sent, and answered. What is absent has its default. */
export interface EnteredRule {
  readonly level: RuleLevel;
  readonly claim_type?: 'click' | 'view' | 'total' | undefined;
  readonly scope?: EnteredScope | undefined;
  readonly cases: readonly EnteredCase[];
  readonly schedule?: EnteredSchedule | undefined;
  readonly guards?: EnteredGuards | undefined;
  readonly priority?: number | undefined;
}

/** Campaigns by ad organization; `all` are also those that come later. */
export type EnteredCampaigns = Readonly<Record<string, readonly number[] | 'all'>>;
