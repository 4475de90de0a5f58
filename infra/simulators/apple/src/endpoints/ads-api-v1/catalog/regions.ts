import { STOREFRONTS } from '../../../market/world/storefronts.ts';

/** A country, area or town that ads can be aimed at. */
export interface Region {
  /** Number in text; `code` is the identifier that the older API knows it by. */
  readonly id: string;
  readonly code: string;
  readonly entity: 'Country' | 'AdminArea' | 'Locality';
  readonly name: string;
}

/** Countries have the numbers from 11390001 on, areas and towns those of this list. */
const AREAS: readonly Region[] = [
  { id: '11400001', code: 'US|CA', entity: 'AdminArea', name: 'California' },
  { id: '11400002', code: 'US|NY', entity: 'AdminArea', name: 'New York' },
  { id: '11400003', code: 'US|TX', entity: 'AdminArea', name: 'Texas' },
  { id: '11400004', code: 'US|WA', entity: 'AdminArea', name: 'Washington' },
  { id: '11400005', code: 'GB|ENG', entity: 'AdminArea', name: 'England' },
  { id: '11400006', code: 'CA|ON', entity: 'AdminArea', name: 'Ontario' },
  { id: '11400007', code: 'AU|NSW', entity: 'AdminArea', name: 'New South Wales' },
  { id: '11410001', code: 'US|CA|Los Angeles', entity: 'Locality', name: 'Los Angeles' },
  { id: '11410002', code: 'US|CA|San Francisco', entity: 'Locality', name: 'San Francisco' },
  { id: '11410003', code: 'US|NY|New York', entity: 'Locality', name: 'New York' },
  { id: '11410004', code: 'US|TX|Austin', entity: 'Locality', name: 'Austin' },
  { id: '11410005', code: 'GB|ENG|London', entity: 'Locality', name: 'London' },
];

export const REGIONS: readonly Region[] = [
  ...STOREFRONTS.map(({ code }, index): Region => {
    const name = new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
    return { id: String(11_390_001 + index), code, entity: 'Country', name };
  }),
  ...AREAS,
];

export const regionById = (id: string): Region | null => REGIONS.find((region) => region.id === id) ?? null;
export const regionByCode = (code: string): Region | null => REGIONS.find((region) => region.code === code) ?? null;

/** Name of a region with those it is part of, and their names apart. */
export function regionView(region: Region): object {
  const [country = '', area] = region.code.split('|');
  const nameOf = (code: string | undefined) => (code === undefined ? undefined : regionByCode(code)?.name);
  const parents = [nameOf(area === undefined ? undefined : `${country}|${area}`), nameOf(country)];
  const names = [region.name, ...parents.filter((name) => name !== undefined && name !== region.name)];
  return {
    id: region.id,
    legacyId: region.code,
    entity: region.entity,
    displayName: names.join(', '),
    countryOrRegion: country,
    ...(area === undefined ? {} : { adminArea: nameOf(`${country}|${area}`) ?? area }),
    ...(region.entity === 'Locality' ? { locality: region.name } : {}),
    eligibility: { blockedGroups: [] },
  };
}
