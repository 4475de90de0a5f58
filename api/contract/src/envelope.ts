import { z } from 'zod';

/** Every failure looks like this; `code` is stable, `error_message` is for people. */
export const failureSchema = z.object({
  status: z.literal('error'),
  error_message: z.string(),
  code: z.string(),
});
export type Failure = z.infer<typeof failureSchema>;

export const okSchema = z.object({ status: z.literal('ok') });
/** Header of every answer that wrote, and of every report: a decimal string, comparable with the positions of the socket. */
export const logPositionHeader = 'x-log-position';
