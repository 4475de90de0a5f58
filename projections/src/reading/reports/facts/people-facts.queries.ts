import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import {
  bucketOfInstant,
  inNoRow,
  launchedInRange,
  objectOfUser,
  ofApplication,
  parentsOf,
  sourceCondition,
  userCondition,
} from './fact-conditions.queries.ts';
import { factParams } from './fact-params.ts';

const peopleRow = z.object({
  object: z.string(),
  bucket: z.string(),
  parent_campaign: z.number(),
  parent_group: z.number(),
  first_launches: z.number(),
  /** Over all users, the share of their first thirty days' income that is usually in at their age. */
  maturity: z.number(),
});
export type PeopleFact = z.infer<typeof peopleRow>;

/** Users of the cohort; at campaign level also how many came from organizations that are not linked. */
export const peopleFacts = defineQuery({
  name: 'report-people',
  sql: (params) => {
    const warns = params.of === 'campaign' && params.bucket === null;
    const isForeign = "state = 'attributed' AND org_id NOT IN {linked_org_ids:Array(UInt64)}";
    const usersCondition = warns
      ? `${ofApplication} AND ${launchedInRange} AND (${sourceCondition(params, 'state')} OR ${isForeign})`
      : userCondition(params, 'state');
    const object = objectOfUser(params, 'state');
    const age = `least(30, greatest(0, intDiv({now_ms:Int64} - toUnixTimestamp64Milli(first_launch_at), 86400000)))`;
    const matured = params.maturity.length === 0 ? 'toFloat64(0)' : `sum({maturity:Array(Float64)}[${age} + 1])`;
    const group = warns ? `if(${isForeign}, ${inNoRow.unlinkedUsers}, ${object})` : object;
    return `SELECT toString(${group}) AS object, ${params.bucket === null ? "''" : `toString(${bucketOfInstant(params, 'first_launch_at')})`} AS bucket, ${parentsOf(params)},
        count() AS first_launches, ${matured} AS maturity
      FROM cohort_install_v1 FINAL WHERE ${usersCondition}
      GROUP BY object${params.bucket === null ? '' : ', bucket'}`;
  },
  /** `maturity`: shares at ages of 0 … 30 days; none when the application's history says too little. */
  params: z.object({ ...factParams.shape, maturity: z.array(z.number()) }),
  row: peopleRow,
});
