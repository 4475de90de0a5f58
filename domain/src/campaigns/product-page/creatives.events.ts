import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, instantField } from '../../shared/fields.ts';

const context = 'product-page';
const stream = 'creatives-<applicationId>.<orgId>';
const ids = { application_id: z.number().int().positive(), org_id: adsIdField };
/** Makes a custom product page usable for ads. */
const creativeField = z.object({
  creative_id: adsIdField,
  name: z.string(),
  product_page_id: z.string().nullable(),
  /** Whether the page can be used for ads. */
  valid: z.boolean(),
});
export type CreativeSettings = z.infer<typeof creativeField>;
const page = { product_page_id: z.string(), name: z.string().min(1).max(200) };
const pageField = z.object({ product_page_id: z.string(), name: z.string() });
export type UnusedPage = z.infer<typeof pageField>;

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, meaning: string, data: Shape) =>
  defineEvent({ type, context, stream, meaning, data: { ...ids, ...data } });

export const creativesEvents = [
  event(
    'CreativesSyncRequested',
    'Product pages of the store are to be read and, where a person asked, made usable for ads.',
    {
      /** `null`: the daily reading, which makes nothing. */
      account_id: z.number().int().positive().nullable(),
      requested_at: instantField,
      /** Pages that a person picked where the ad service does not say which are custom ones. */
      product_page_ids: z.array(z.string()).max(100).optional(),
    },
  ),
  event(
    'CreativeCreationStarted',
    'A creative is being sent for a page that has none; it is looked for before it is again.',
    {
      ...page,
      started_at: instantField,
    },
  ),
  event('CreativeCreated', 'The ad service has a creative of ours for a product page.', {
    creative: creativeField,
    created_at: instantField,
  }),
  event('CreativeRefusedByApple', 'The ad service refused a creative in these words.', {
    ...page,
    message: z.string(),
    apple_status: z.number().int(),
    refused_at: instantField,
  }),
  event('CreativesSynced', 'The custom product pages that ads can use, as the ad service lists them.', {
    creatives: z.array(creativeField).max(2000),
    /** Pages that no creative shows and nobody picked; only where not each of them is a custom one. */
    pages: z.array(pageField).max(2000).optional(),
    synced_at: instantField,
  }),
  event('CreativesSyncFailed', 'The ad service refused to be asked for product pages, in these words.', {
    message: z.string(),
    apple_status: z.number().int().nullable(),
    failed_at: instantField,
  }),
] as const;
export type CreativesEvent = EventOf<(typeof creativesEvents)[number]>;
