import { z } from 'zod';

const id = z.number().int();

/** A record of the attribution service. Fields that newer or older payloads lack are optional; others are ignored. */
export const attributionRecordWire = z.discriminatedUnion('attribution', [
  z.object({ attribution: z.literal(false) }),
  z.object({
    attribution: z.literal(true),
    orgId: id,
    campaignId: id,
    adGroupId: id,
    keywordId: id.nullish(),
    adId: id.nullish(),
    conversionType: z.string().nullish(),
    claimType: z.string().nullish(),
    countryOrRegion: z.string(),
  }),
]);

export type AttributionRecordWire = z.infer<typeof attributionRecordWire>;
