import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { slotMs } from '../../tables/figures-slot.ts';
import { converted } from '../money/conversion.queries.ts';
import { moneyParams } from '../money/money-params.ts';

const params = z.object({
  ...moneyParams.shape,
  application_id: z.number(),
  org_id: z.number(),
  /** Days of the organization, the instants at which they begin, and the first one after the last of them. */
  asked_days: z.array(z.string()),
  edges_ms: z.array(z.number()),
});

/** What was added to a day's figures in five minutes, over all campaigns. */
const growth = z.object({
  day: z.string(),
  /** The end of the five minutes: from then on it is known. */
  known_ms: z.number(),
  installs: z.number(),
  /** Spend in the answer's currency; `null` when no rate is known. */
  micros: z.number().nullable(),
  unrated: z.array(z.string()),
});

const added = (column: string): string =>
  `toInt64(${column}) - toInt64(lagInFrame(${column}, 1, 0) OVER before) AS ${column}_added`;

const slotMsOf = 'toInt64(toUnixTimestamp(slot)) * 1000';

/** How figures of days grew while the days were running, as pulls showed it. */
export const figuresPulled = defineQuery({
  name: 'today-figures',
  sql: `SELECT toString(on_day) AS day, ${slotMsOf} + ${slotMs} AS known_ms,
      sum(tap_installs_added + view_installs_added) AS installs,
      if(countIf(isNotNull(amount)) = 0, NULL, sum(amount)) AS micros, groupUniqArrayIf(toString(currency), isNull(amount)) AS unrated
    FROM (
      SELECT on_day, slot, currency, tap_installs_added, view_installs_added, ${converted('spend_micros_added', 'on_day', 'currency')} AS amount
      FROM (
        SELECT f.day AS on_day, slot, currency, ${['tap_installs', 'view_installs', 'spend_micros'].map(added).join(', ')}
        FROM figures_pulled_v1 AS f FINAL
        WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND f.day IN {asked_days:Array(Date)}
          AND ${slotMsOf} < {edges_ms:Array(Int64)}[indexOf({asked_days:Array(Date)}, f.day) + 1]
        WINDOW before AS (PARTITION BY f.day, campaign_id, country ORDER BY slot ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
      )
    )
    GROUP BY on_day, known_ms
    ORDER BY known_ms`,
  params,
  row: growth,
});
export type FiguresGrowth = z.infer<typeof growth>;
