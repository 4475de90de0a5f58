import { z } from 'zod';
import {
  type FieldValues,
  idField,
  type LenientField,
  readFields,
  readObject,
  textField,
  wordField,
  writtenField,
} from './lenient-fields.ts';
import { isDocumentedOwnership } from './ownership.ts';

const text = textField(512);
/** Milliseconds, documented as text. */
const writtenMillis: LenientField<string> = {
  documented: z
    .string()
    .regex(/^\d{1,15}$/)
    .refine((digits) => Number(digits) <= 253_402_300_799_999),
  readable: z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,15}(\.\d+)?$/)
        .transform(Number),
    ])
    .transform((millis) => Math.trunc(millis))
    .pipe(z.number().int().nonnegative().max(253_402_300_799_999))
    .transform(String),
};

/** One entry of `latest_receipt_info`. */
const receiptFields = {
  transaction_id: idField(64),
  original_transaction_id: idField(64),
  product_id: textField(255),
  quantity: writtenField(32),
  purchase_date_ms: writtenMillis,
  original_purchase_date_ms: writtenMillis,
  expires_date_ms: writtenMillis,
  is_trial_period: writtenField(32),
  is_in_intro_offer_period: writtenField(32),
  promotional_offer_id: text,
  offer_code_ref_name: text,
  is_upgraded: writtenField(32),
  cancellation_date_ms: writtenMillis,
  in_app_ownership_type: wordField(64),
  app_account_token: text,
  subscription_group_identifier: text,
};
const neededOfReceipt = ['transaction_id', 'original_transaction_id', 'product_id', 'purchase_date_ms'] as const;
type Needed = (typeof neededOfReceipt)[number];
type ReceiptFields = FieldValues<typeof receiptFields>;
export type ReceiptEntryWire = Omit<ReceiptFields, Needed> & { [Name in Needed]: string };

const pendingFields = {
  original_transaction_id: idField(64),
  auto_renew_product_id: text,
  auto_renew_status: writtenField(32),
  expiration_intent: writtenField(32),
  is_in_billing_retry_period: writtenField(32),
  grace_period_expires_date_ms: writtenMillis,
};

const bodyFields = {
  notification_type: wordField(512),
  environment: text,
  bid: text,
  auto_renew_status: writtenField(32),
  auto_renew_product_id: text,
  auto_renew_status_change_date_ms: writtenMillis,
  original_transaction_id: {
    ...idField(64),
    documented: z.union([idField(64).documented, z.number().transform(String)]),
  },
};

/** Body of a version 1 notification, after the password was checked. All its values are documented as text. */
export interface NotificationV1Wire extends FieldValues<typeof bodyFields> {
  readonly receipts: readonly ReceiptEntryWire[];
  readonly pending: readonly FieldValues<typeof pendingFields>[];
  /** Fields that have another form than the documented one. */
  readonly odd: readonly string[];
}

/** Reads what can be read. */
export function readNotificationV1(body: Readonly<Record<string, unknown>>): NotificationV1Wire {
  const odd: string[] = [];
  const fields = readFields(bodyFields, body, odd);
  const receipt = readObject(body.unified_receipt, odd, 'unified_receipt');
  const entries = entriesOf(receipt?.latest_receipt_info, odd, 'latest_receipt_info');
  const pending = entriesOf(receipt?.pending_renewal_info, odd, 'pending_renewal_info');
  return {
    ...fields,
    receipts: entries.flatMap((entry) => {
      const read = readFields(receiptFields, entry, odd, 'latest_receipt_info.');
      const missing = neededOfReceipt.filter((name) => read[name] === null);
      odd.push(...missing.map((name) => `latest_receipt_info.${name}`));
      if (!isDocumentedOwnership(read.in_app_ownership_type)) odd.push('latest_receipt_info.in_app_ownership_type');
      return missing.length === 0 ? [read as ReceiptEntryWire] : [];
    }),
    pending: pending.map((entry) => readFields(pendingFields, entry, odd, 'pending_renewal_info.')),
    odd: [...new Set(odd)],
  };
}

const mostEntries = 200;

/** A list of objects; one object means a list of itself, or of what it holds. */
function entriesOf(value: unknown, odd: string[], path: string): Readonly<Record<string, unknown>>[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) odd.push(path);
  const list = Array.isArray(value) ? value : listIn(value);
  if (list.length > mostEntries) odd.push(path);
  return list.slice(0, mostEntries).flatMap((entry) => {
    const object = readObject(entry, odd, path);
    return object === null ? [] : [object];
  });
}

function listIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const held = Object.values(value);
  return held.length > 0 && held.every((entry) => typeof entry === 'object' && entry !== null) ? held : [value];
}
