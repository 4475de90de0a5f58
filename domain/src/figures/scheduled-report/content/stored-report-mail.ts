import { z } from 'zod';
import type { MadeReport } from '../send/report-send.state.ts';
import type { ReportMail } from './report-mail.ts';

/** What is stored of the mail of a report beside its file, for one role. */
export interface StoredReportMail extends ReportMail {
  readonly file: MadeReport['variants'][number]['file'];
}

const storedSchema = z.object({
  subject: z.string(),
  blocks: z.array(
    z.union([
      z.object({ text: z.string() }),
      z.object({ table: z.object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) }) }),
    ]),
  ),
  file: z.object({ name: z.string(), bytes: z.number(), sha256: z.string() }).nullable(),
});

/** @param text JSON. @throws ZodError for what is no such mail. */
export const readStoredMail = (text: string): StoredReportMail => storedSchema.parse(JSON.parse(text));
