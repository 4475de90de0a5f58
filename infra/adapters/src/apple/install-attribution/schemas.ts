import { z } from 'zod';

const id = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  ])
  .pipe(z.int());
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

// Newer and older payloads lack fields, and one that cannot be read is no reason to lose what the others say.
const optionalId = id.nullish().catch(null);
const optionalText = z.string().nullish().catch(null);

/** A record of the attribution service; fields that are not listed are ignored. */
export const attributionRecordWire = z.object({
  attribution: flag,
  orgId: optionalId,
  campaignId: optionalId,
  adGroupId: optionalId,
  keywordId: optionalId,
  adId: optionalId,
  conversionType: optionalText,
  claimType: optionalText,
  countryOrRegion: optionalText,
});

export type AttributionRecordWire = z.infer<typeof attributionRecordWire>;
