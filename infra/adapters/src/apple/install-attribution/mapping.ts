import { type ClaimType, testCampaignId } from '@tapwise/domain';
import type { AttributionRecordWire } from './schemas.ts';

/** What the attribution service knows about an install: ids only, in our words. `null` where it does not say. */
export interface AttributionRecord {
  org_id: number | null;
  campaign_id: number;
  ad_group_id: number | null;
  /** Absent for automatic matching and for placements without keywords. */
  keyword_id: number | null;
  ad_id: number | null;
  /** ISO 3166 alpha-2 code of the campaign's storefront. */
  country: string | null;
  claim_type: ClaimType;
  conversion_type: string | null;
}

export type RecordResponse =
  | { kind: 'attributed'; record: AttributionRecord }
  | { kind: 'not_attributed' }
  | { kind: 'test_record' };

/**
 * Translates a record as far as it goes.
 * @throws Error when an attributed record names no campaign.
 */
export function responseFromRecord(wire: AttributionRecordWire): RecordResponse {
  if (!wire.attribution) return { kind: 'not_attributed' };
  const campaign_id = idOrNull(wire.campaignId);
  if (campaign_id === null) throw new Error('The attribution record names no campaign');
  if (campaign_id === testCampaignId) return { kind: 'test_record' };
  const country = wire.countryOrRegion?.trim().toUpperCase() ?? '';
  return {
    kind: 'attributed',
    record: {
      org_id: idOrNull(wire.orgId),
      campaign_id,
      ad_group_id: idOrNull(wire.adGroupId),
      keyword_id: idOrNull(wire.keywordId),
      ad_id: idOrNull(wire.adId),
      country: /^[A-Z]{2}$/.test(country) ? country : null,
      // Records from before view-through attribution carry no claim type: all of them followed a tap.
      claim_type: wire.claimType?.toLowerCase() === 'impression' ? 'view' : 'click',
      conversion_type: wire.conversionType ?? null,
    },
  };
}

// -1 meant "no such object" in old answers.
function idOrNull(id: number | null | undefined): number | null {
  return id === null || id === undefined || id <= 0 ? null : id;
}
