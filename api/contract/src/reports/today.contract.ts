import { z } from 'zod';
import { okSchema } from '../envelope.ts';

export const todayByHourPath = '/api/asa/today_by_hour';

/** Without an organization all of the application's are added up, each at its own today. */
export const todayByHourQuerySchema = z.strictObject({
  application_id: z.string().max(20).optional(),
  asa_organization_id: z.string().max(20).optional(),
  token: z.string().max(200).optional(),
});

const amount = z.number().nullable();
/** Columns of reports, of all campaigns, claim type total; a restricted collaborator gets those that are not withheld. */
const courseCellsSchema = z.object({
  spend: amount.optional(),
  installs: amount,
  trials: amount,
  current_income: amount,
  current_result: amount.optional(),
  current_roas: amount.optional(),
  predicted_income: amount,
  predicted_result: amount.optional(),
  predicted_roas: amount.optional(),
});
export type CourseCells = z.infer<typeof courseCellsSchema>;

export const todayByHourResponseSchema = okSchema.extend({
  currency: z.string(),
  today: z.array(courseCellsSchema).meta({
    description: 'Figures of today after each full hour since it began; ad figures as pulls had shown them by then.',
  }),
  yesterday: z.array(courseCellsSchema).meta({ description: 'The same of the day before.' }),
  yesterday_by_now: courseCellsSchema.meta({
    description: 'The day before, as long after its beginning as it is now today.',
  }),
  estimated_hours: z.object({ today: z.int(), yesterday: z.int() }).meta({
    description:
      'How many first entries of each day have ad figures estimated from first launches, because no pull had shown them by then.',
  }),
});
export type TodayByHourResponse = z.infer<typeof todayByHourResponseSchema>;

/** Today of the demo's first application, for the start page: no session is needed, and only the demo answers. */
export const demoTodayPath = '/api/demo/today';

export const demoTodayResponseSchema = okSchema.extend({
  application_name: z.string(),
  currency: z.string(),
  as_of: z.object({ ads: z.string().nullable(), store: z.string().nullable() }).meta({
    description: 'Up to when figures of Apple Ads and of the store are known, ISO 8601 in UTC.',
  }),
  today: z.object({
    spend: amount,
    installs: amount,
    trials: amount,
    predicted_income: amount,
    predicted_roas: amount,
  }),
});
export type DemoTodayResponse = z.infer<typeof demoTodayResponseSchema>;
