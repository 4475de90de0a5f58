import { addDays, bucketsOfRange, dayInZone, type Granularity, startOfDayInZone } from '@tapwise/domain';
import { z } from 'zod';
import { countsUnattributed, type Grain } from '../grain.ts';
import { choosesObjects, type FactQuestion } from './fact-question.ts';

/** What every statement about facts takes; ids that a grain does not need are 0. */
export const factParams = z.object({
  of: z.enum(['campaign', 'ad_group', 'keyword', 'country', 'all']),
  within: z.enum(['organization', 'campaign', 'ad_group', 'campaigns']),
  bucket: z.enum(['day', 'week', 'month']).nullable(),
  application_id: z.number(),
  org_id: z.number(),
  adam_id: z.number(),
  campaign_id: z.number(),
  ad_group_id: z.number(),
  campaign_ids: z.array(z.number()),
  /** First and last day, and today, in the organization's zone. */
  from: z.string(),
  to: z.string(),
  today: z.string(),
  /** First instant of the range and first one after it, and now; milliseconds. */
  from_ms: z.number(),
  to_ms: z.number(),
  now_ms: z.number(),
  /** First instants of the buckets. */
  edges_ms: z.array(z.number()),
  /**
   * First instants of days, when a purchase is in the bucket in which it was made rather than in that of the user's first
   * launch, and only purchases of the day of that launch are asked for; empty otherwise.
   */
  days_ms: z.array(z.number()),
  every_country: z.boolean(),
  countries: z.array(z.string()),
  claim_types: z.array(z.string()),
  /** Whether users that belong to no campaign are asked for. */
  with_unattributed: z.boolean(),
  small_business: z.boolean(),
  /** Organizations whose users are not foreign. */
  linked_org_ids: z.array(z.number()),
});
export type FactParams = z.infer<typeof factParams>;

/**
 * The parameters of a question's statements.
 * @throws RangeError when an id that the grain needs is missing.
 */
export function factParamsOf(grain: Grain, question: FactQuestion): FactParams {
  const { scope, from, to, countries, claimType, now } = question;
  const { within } = grain;
  if ((within === 'campaign' || within === 'ad_group') && question.campaignId === undefined) {
    throw new RangeError('campaignId is missing');
  }
  if (within === 'ad_group' && question.adGroupId === undefined) throw new RangeError('adGroupId is missing');
  return {
    ...grain,
    application_id: scope.applicationId,
    org_id: scope.orgId,
    adam_id: scope.adamId,
    campaign_id: question.campaignId ?? 0,
    ad_group_id: question.adGroupId ?? 0,
    campaign_ids: [...(question.campaignIds ?? [])],
    from,
    to,
    today: dayInZone(now.getTime(), scope.timeZone),
    from_ms: startOfDayInZone(from, scope.timeZone),
    to_ms: startOfDayInZone(addDays(to, 1), scope.timeZone),
    now_ms: fullMinute(now),
    edges_ms: edgesOf(question, grain.bucket).map(({ startMs }) => startMs),
    days_ms: [],
    every_country: countries === null,
    countries: [...(countries ?? [])],
    claim_types: claimType === 'total' ? ['click', 'view'] : [claimType],
    // Users without a campaign have no country, and no object whose status or labels could be asked.
    with_unattributed: countsUnattributed(grain) && countries === null && !choosesObjects(question),
    small_business: scope.smallBusiness,
    linked_org_ids: [...scope.linkedOrgIds],
  };
}

/**
 * States and values are computed for the full minute (milliseconds): a value that grows by a millionth each second would
 * change every figure that depends on it in every answer.
 */
const fullMinute = (now: Date): number => Math.floor(now.getTime() / 60_000) * 60_000;

/** The buckets of a range and the instants they begin at; one edge for a range that is kept whole. */
export function edgesOf(
  { from, to, scope }: Pick<FactQuestion, 'from' | 'to' | 'scope'>,
  bucket: Granularity | null,
): { date: string; startMs: number }[] {
  const dates = bucket === null ? [from] : bucketsOfRange(from, to, bucket);
  return dates.map((date) => ({ date, startMs: startOfDayInZone(date, scope.timeZone) }));
}
