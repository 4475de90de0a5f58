import { z } from 'zod';

export const partStatusSchema = z.object({
  status: z.enum(['ok', 'degraded', 'starting', 'down']),
  detail: z.string(),
  lag_events: z.number().optional(),
  position: z.string().optional(),
});
/** Answer of `GET /readyz`. */
export const readinessSchema = z.object({
  status: z.enum(['ok', 'degraded', 'starting', 'down']),
  parts: z.record(z.string(), partStatusSchema),
});
export type Readiness = z.infer<typeof readinessSchema>;
