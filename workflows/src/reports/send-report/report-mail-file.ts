import type { MadeReport, ReportMail } from '@tapwise/domain';
import { z } from 'zod';

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

export const readStoredMail = (content: Buffer): StoredReportMail =>
  storedSchema.parse(JSON.parse(content.toString('utf8')));
