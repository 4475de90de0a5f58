import { z } from 'zod';

/** The store's ids are digits; whatever else comes must at least be harmless in a stream name. */
const transactionId = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, 'is no transaction id');

/** Body of a transactions call. Fields we do not know are ignored. */
export const transactionsPayload = z.object({
  api_key: z.string().min(1).max(128),
  install_id: z.string().min(1).max(64),
  transactions: z
    .array(
      z.object({
        transaction_id: transactionId,
        original_transaction_id: transactionId,
        product_id: z.string().min(1).max(255),
        purchased_at: z.iso.datetime({ offset: true }),
        signed_transaction: z.string().nullish().catch(null),
      }),
    )
    .max(100),
});
export type TransactionsPayload = z.infer<typeof transactionsPayload>;
