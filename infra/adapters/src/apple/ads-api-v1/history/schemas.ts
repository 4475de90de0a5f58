import { z } from 'zod';
import { isRecord } from '../../ad-service/wire/lenient.ts';

/** Times have a zone here, or are of UTC. */
export const eventTime = z
  .string()
  .transform((text) => Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`))
  .refine((instant) => !Number.isNaN(instant))
  .transform((instant) => new Date(instant).toISOString());

const meta = z.record(z.string(), z.unknown());

/** What one user did in one transaction to objects of one kind; each object is in `metas`. */
export const auditSummaryWire = z.object({
  eventType: z.string(),
  eventTime,
  entityType: z.string(),
  userType: z.string(),
  modifiedBy: z.union([z.string(), z.number().transform(String)]).nullish(),
  metas: z.array(meta).nullish(),
});
export type AuditSummaryWire = z.infer<typeof auditSummaryWire>;

const texts = z.array(z.unknown()).nullish();
const fieldChange = z.object({ field: z.string(), oldValues: texts, newValues: texts });
export type FieldChangeWire = z.infer<typeof fieldChange>;

const changeDetail = z.object({
  details: z.array(z.object({ changes: z.array(z.unknown()).nullish() })).nullish(),
});

/** The changed fields of an answer about one entry; those of another form are left out. */
export function changedFields(result: unknown): readonly FieldChangeWire[] {
  const rows = Array.isArray(result) ? result : [result];
  return rows.flatMap((row) => {
    const read = changeDetail.safeParse(row);
    const changes = read.success ? (read.data.details ?? []).flatMap((detail) => detail.changes ?? []) : [];
    return changes.flatMap((change) => {
      const field = fieldChange.safeParse(change);
      return field.success ? [field.data] : [];
    });
  });
}

const meWire = z.object({ userId: z.union([z.string(), z.number()]).transform(String) });

/** @returns `null` where the answer does not name the user. */
export function userOf(result: unknown): string | null {
  const read = meWire.safeParse(isRecord(result) ? result : {});
  return read.success ? read.data.userId : null;
}
