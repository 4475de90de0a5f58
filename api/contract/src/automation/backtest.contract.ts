import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { figuresSchema, verdictSchema } from './verdict.contract.ts';

export const backtestResponseSchema = okSchema.extend({
  slots: z.array(
    z.object({ slot: z.string(), at: z.string(), as_known: z.boolean(), verdicts: z.array(verdictSchema) }),
  ),
  later: z
    .array(
      z.object({
        key: z.string(),
        keyword: z.string(),
        slot: z.string().meta({ description: 'The first one at which it would have been raised, or else its first.' }),
        raises: z.number().meta({ description: 'Slots at which it would have been raised.' }),
        bid_then: z.number().nullable().meta({ description: 'At the slot.' }),
        bid_now: z.number().nullable(),
        from: z
          .string()
          .meta({ description: 'Day after the slot; figures are those of the days from it until today.' }),
        inputs: figuresSchema,
      }),
    )
    .meta({ description: 'What really happened to each keyword afterwards.' }),
  notes: z.array(z.string()),
});
export type BacktestResponse = z.infer<typeof backtestResponseSchema>;
