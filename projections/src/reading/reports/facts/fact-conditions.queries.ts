import type { FactParams } from './fact-params.ts';

type Shape = Pick<FactParams, 'of' | 'within' | 'bucket'>;

// What a question does not restrict is left out of its statements: the engine plans each expression for every statement.

/** Which countries are asked for; begins with AND, or is empty. */
export const countryCondition = ({ every_country: every }: Pick<FactParams, 'every_country'>): string =>
  every ? '' : 'AND country IN {countries:Array(String)}';
const instantInRange = (column: string): string =>
  `${column} >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND ${column} < fromUnixTimestamp64Milli({to_ms:Int64}, 'UTC')`;
export const launchedInRange = instantInRange('first_launch_at');
export const purchasedInRange = instantInRange('purchased_at');

const parents = {
  organization: '',
  campaign: 'AND campaign_id = {campaign_id:UInt64}',
  ad_group: 'AND campaign_id = {campaign_id:UInt64} AND ad_group_id = {ad_group_id:UInt64}',
  campaigns: 'AND campaign_id IN {campaign_ids:Array(UInt64)}',
} as const;

/** Only objects of the parent asked for; begins with AND, or is empty. */
export const ofParent = ({ within }: Shape): string => parents[within];

const objects = {
  campaign: 'campaign_id',
  ad_group: 'ad_group_id',
  keyword: 'keyword_id',
  country: 'country',
  all: "''",
} as const;

// Objects and buckets are grouped by as they are stored, and only what leaves the engine is text: that is half the work.

/** The object a row is about. */
export const objectOf = ({ of }: Shape): string => objects[of];

/** Columns that say in which campaign and ad group an object is; only keywords are asked for by more than one of them. */
export const parentsOf = ({ of }: Shape): string =>
  of === 'keyword'
    ? 'any(campaign_id) AS parent_campaign, any(ad_group_id) AS parent_group'
    : 'toUInt64(0) AS parent_campaign, toUInt64(0) AS parent_group';

/** Objects under which users and sales are counted that are in no row; at campaign level only. */
export const inNoRow = { unlinkedUsers: '-2', unknownSales: '-3' } as const;

/** The object a user belongs to; users without a campaign are under 0 (organic, the campaign that the tables give them) and −1 (pending). */
export function objectOfUser(shape: Shape, state: string): string {
  if (shape.of !== 'campaign') return objectOf(shape);
  return `if(${state} = 'pending', -1, toInt64(${objectOf(shape)}))`;
}

/** The date that names a day's bucket; empty while the range is kept whole. */
export function bucketOfDay({ bucket }: Shape, day = 'day'): string {
  if (bucket === null) return "''";
  return { day, week: `toMonday(${day})`, month: `toStartOfMonth(${day})` }[bucket];
}

/** The first instant of the bucket an instant falls in (milliseconds); empty while the range is kept whole. */
export function bucketOfInstant({ bucket }: Shape, instant: string): string {
  if (bucket === null) return "''";
  return `roundDown(toUnixTimestamp64Milli(${instant}), {edges_ms:Array(Int64)})`;
}

/** The bucket of a purchase: that of the user's first launch, unless a day's course is asked for. */
export const bucketOfPurchase = (shape: Shape & Pick<FactParams, 'days_ms'>, purchased: string): string =>
  bucketOfInstant(shape, shape.days_ms.length === 0 ? 'first_launch_at' : notBeforeLaunch(purchased));

/** Purchases of the day of the first launch, when a day's course is asked for; begins with AND, or is empty. */
export const onDayOfLaunch = ({ days_ms: days }: Pick<FactParams, 'days_ms'>, purchased: string): string =>
  days.length === 0 ? '' : `AND ${dayOf('first_launch_at')} = ${dayOf(notBeforeLaunch(purchased))}`;

// A user who installs again may have bought before.
const notBeforeLaunch = (instant: string): string => `greatest(first_launch_at, ${instant})`;
const dayOf = (instant: string): string => `roundDown(toUnixTimestamp64Milli(${instant}), {days_ms:Array(Int64)})`;

type UserConditionParams = Shape & Pick<FactParams, 'claim_types' | 'every_country' | 'with_unattributed'>;

/**
 * Where users asked for came from, whenever they installed. Only attributed ones have an ad organization.
 * @param state Column that says where a user came from.
 */
export function sourceCondition(shape: UserConditionParams, state: string): string {
  const claims = shape.claim_types.length > 1 ? '' : 'AND claim_type IN {claim_types:Array(String)}';
  const attributed = `org_id = {org_id:UInt64} ${ofParent(shape)} ${claims} ${countryCondition(shape)}`;
  const withOthers = shape.of === 'campaign' && shape.bucket === null && shape.with_unattributed;
  return withOthers ? `(${attributed} OR ${state} IN ('organic', 'pending'))` : attributed;
}

export const ofApplication = 'application_id = {application_id:UInt64}';

/** Users asked for, who installed in the range. @param state Column that says where a user came from. */
export const userCondition = (shape: UserConditionParams, state: string): string =>
  `${ofApplication} AND ${launchedInRange} AND ${sourceCondition(shape, state)}`;
