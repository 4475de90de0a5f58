import { z } from 'zod';
import { okSchema } from '../envelope.ts';

/** Mails of a demo server, which sends none; only callers of the same machine are answered, because links in mails are secrets. */
export const outboxPath = '/api/demo/outbox';

export const outboxMailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** In the text's order. */
  links: z.array(z.string()),
  created_at: z.string(),
});
export type OutboxMail = z.infer<typeof outboxMailSchema>;

/** The newest first. */
export const outboxResponseSchema = okSchema.extend({ mails: z.array(outboxMailSchema) });
export type OutboxResponse = z.infer<typeof outboxResponseSchema>;
