import { z } from 'zod';

export const partStatusSchema = z.object({
  status: z.enum(['ok', 'degraded', 'starting', 'down']),
  detail: z.string(),
  lag_events: z.number().optional(),
  position: z.string().optional(),
  /** Of the workflows: whether Temporal drives pulls, fits and retries, or a loop of their own while it is away. */
  driver: z.enum(['temporal', 'loop']).optional(),
  /** Of Apple Ads: which interface is spoken, and how many organizations can neither be read nor changed. */
  api: z.enum(['v1', 'v5']).optional(),
  standing: z.number().optional(),
});
/** Answer of `GET /readyz`. */
export const readinessSchema = z.object({
  status: z.enum(['ok', 'degraded', 'starting', 'down']),
  parts: z.record(z.string(), partStatusSchema),
});
export type Readiness = z.infer<typeof readinessSchema>;
