import { z } from 'zod';
import { okSchema } from '../envelope.ts';

export const historyPath = '/api/history';
export const historyQuerySchema = z.strictObject({ token: z.string().max(200).optional() });

/** Answer of `GET /api/history`: how much of the past of each of the team's applications is in, newest first. */
export const historyResponseSchema = okSchema.extend({
  applications: z.array(
    z.object({
      application_id: z.number(),
      complete: z.boolean(),
      months_in: z.int().meta({ description: 'Months whose figures are in, counted back from the present one.' }),
      months: z.int().nullable().meta({ description: 'Months there are; null while that is not known.' }),
    }),
  ),
});
export type HistoryResponse = z.infer<typeof historyResponseSchema>;
