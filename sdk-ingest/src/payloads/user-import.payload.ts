import { attributionRecordWire } from '@tapwise/adapters';
import { z } from 'zod';
import { attributionPayload } from './attribution.payload.ts';
import { transactionsPayload } from './transactions.payload.ts';

/** Users of one call: as many as are recorded within a fraction of a second. */
const mostUsers = 500;
const mostNotifications = 500;

/** A user of the past: what the SDK would have sent, what the attribution service said then, and what was bought since. */
const importedUser = attributionPayload.omit({ api_key: true, attribution_token: true, sent_at: true }).extend({
  /** The record as the service gave it; none for a user without a token. */
  attribution: attributionRecordWire.nullish(),
  transactions: transactionsPayload.shape.transactions.default([]),
  /** Bodies of store notifications as they came, oldest first. */
  notifications: z.array(z.record(z.string(), z.unknown())).max(mostNotifications).default([]),
});
export type ImportedUser = z.infer<typeof importedUser>;

/** Body of an import of users of the past. Fields that are not known are ignored. */
export const userImportPayload = z.object({
  api_key: z.string().min(1).max(128),
  users: z.array(importedUser).max(mostUsers),
  /** Whether no users from before these follow. */
  complete: z.boolean().default(false),
});
