import type { CampaignKind } from './campaign-plan.ts';
import { KIND_FACTORS } from './market.ts';

/** Whom a campaign brings. */
interface Audience {
  readonly kind: CampaignKind;
  /** Of the campaign. */
  readonly name: string;
}

/** Factor on the willingness to pay by the campaign's purpose alone: nearly every campaign outside the brand loses. */
export const valueByKind = ({ kind }: Audience): number => KIND_FACTORS[kind].value;

/**
 * Factors of campaigns whose users pay otherwise than their purpose says. Brand campaigns earn, two category campaigns earn, the
 * others stay a little below what they cost, and competitor and discovery campaigns well below.
 */
const AUDIENCES: Readonly<Record<string, number>> = {
  'DACH | Kategorie | Exact': 1.1,
  'JP | Category | Exact': 1.9,
  'US | Category | Exact': 1.3,
  'US UK | Category': 1.4,
  'UK AU CA | Category | Exact': 1.1,
  'US | Sleep stories page': 1.2,
  'FR BE | Catégorie': 0.68,
  'KR SG TH | Category': 0.62,
  'Nordics NL | Category': 0.75,
  'IT ES PT | Category': 0.36,
  'Americas | Category': 0.36,
  'South Asia | Category': 0.36,
  'US | Competitor | Exact': 1.1,
  'JP | Competitor': 1.1,
  'US | SKAG': 1.2,
  'EU | SKAG': 0.5,
  'US UK | SKAG': 1.3,
  'US | Discovery': 0.65,
  'EU | Discovery': 0.3,
  'US UK | Discovery': 0.95,
};

/** What campaigns without an entry have, such as those a visitor creates. */
const BY_KIND: Readonly<Record<CampaignKind, number>> = {
  brand: 1.4,
  category: 0.95,
  competitor: 0.8,
  discovery: 0.8,
};

export const valueByAudience = ({ kind, name }: Audience): number => AUDIENCES[name] ?? BY_KIND[kind];
