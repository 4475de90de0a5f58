import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { converted } from '../../money/conversion.queries.ts';
import { moneyParams } from '../../money/money-params.ts';

/** Days of a user's life within which income is compared. */
export const matureAfterDays = 30;

/**
 * What users who have lived their first thirty days brought in them, by the day of their life (0 … 29), and how many of them
 * paid anything.
 */
export const incomeByAge = defineQuery({
  name: 'income-by-age',
  sql: `SELECT uniqExactIf(install_id, net > 0) AS payers, sumMap([age], [ifNull(amount, 0)]) AS by_age FROM (
      SELECT install_id, if({small_business:Bool}, net_small_business_micros, net_micros) AS net,
        toUInt16(greatest(0, intDiv(toUnixTimestamp64Milli(purchased_at) - toUnixTimestamp64Milli(first_launch_at), 86400000))) AS age,
        ${converted('net', 'toDate(purchased_at)', 'currency')} AS amount
      FROM charge_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND kind != 'none' AND is_priced AND install_state NOT IN ('unknown', 'test')
        AND first_launch_at <= fromUnixTimestamp64Milli({mature_ms:Int64}, 'UTC')
        AND purchased_at < first_launch_at + INTERVAL ${matureAfterDays} DAY
    )`,
  params: z.object({
    ...moneyParams.shape,
    application_id: z.number(),
    small_business: z.boolean(),
    mature_ms: z.number(),
  }),
  row: z.object({ payers: z.number(), by_age: z.tuple([z.array(z.number()), z.array(z.number())]) }),
});
