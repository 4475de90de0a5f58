import { z } from 'zod';
import type { AdGroup } from '../../../market/world/structure.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import { regionByCode, regionById } from '../catalog/regions.ts';

type Dimensions = Readonly<Record<string, unknown>>;
interface Targets {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}
export type Targeting = Readonly<Record<string, Targets>>;

const targets = z.strictObject({
  include: z.array(z.string()).optional(),
  exclude: z.array(z.string()).optional(),
});

/** The body of an ad group's targeting. */
export const targetingSchema = z.strictObject({
  deviceClass: targets.optional(),
  appDownloader: targets.optional(),
  minAge: targets.optional(),
  maxAge: targets.optional(),
  gender: targets.optional(),
  country: targets.optional(),
  adminArea: targets.optional(),
  locality: targets.optional(),
  appCategory: targets.optional(),
  daypart: targets.optional(),
});

const included = z.object({ included: z.array(z.unknown()).nullish(), excluded: z.array(z.unknown()).nullish() });
const ageRange = z.object({ minAge: z.number().nullish(), maxAge: z.number().nullish() });
const userTime = z.object({ userTime: z.object({ included: z.array(z.number()) }) });

/** Dimensions whose lists both APIs write alike, in the world's word and the Platform API's. */
const ALIKE: readonly { readonly dimension: string; readonly key: string }[] = [
  { dimension: 'deviceClass', key: 'deviceClass' },
  { dimension: 'gender', key: 'gender' },
  { dimension: 'country', key: 'country' },
  { dimension: 'appDownloaders', key: 'appDownloader' },
  { dimension: 'appCategories', key: 'appCategory' },
];
const REGIONS = ['adminArea', 'locality'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['appDownloaders', 'appCategories']);

/** The dimensions of an ad group that the market was built with. */
export const builtDimensions = ({ gender }: Pick<AdGroup, 'gender'>): Dimensions =>
  gender === null ? DEVICES : { ...DEVICES, gender: { included: [gender] } };

const DEVICES: Dimensions = { deviceClass: { included: ['IPAD', 'IPHONE'] } };

/** An ad group's targeting as the Platform API shows it, from the dimensions that the world keeps. */
export function targetingOf(dimensions: Dimensions): Targeting {
  const result: Record<string, Targets> = {};
  for (const { dimension, key } of ALIKE) add(result, key, listsOf(dimensions[dimension], String));
  for (const region of REGIONS)
    add(
      result,
      region,
      listsOf(dimensions[region], (code) => regionByCode(String(code))?.id ?? String(code)),
    );
  const [age] = listsOfRaw(dimensions.age)?.included ?? [];
  const range = ageRange.safeParse(age);
  if (range.success && range.data.minAge != null) result.minAge = { include: [String(range.data.minAge)] };
  if (range.success && range.data.maxAge != null) result.maxAge = { include: [String(range.data.maxAge)] };
  const hours = userTime.safeParse(dimensions.daypart);
  if (hours.success) result.daypart = { include: hours.data.userTime.included.map(String) };
  return result;
}

function add(result: Record<string, Targets>, key: string, lists: Targets | null): void {
  if (lists !== null) result[key] = lists;
}

function listsOfRaw(dimension: unknown): z.infer<typeof included> | null {
  const read = included.safeParse(dimension);
  return read.success ? read.data : null;
}

function listsOf(dimension: unknown, word: (value: unknown) => string): Targets | null {
  const lists = listsOfRaw(dimension);
  if (lists === null) return null;
  const include = lists.included?.map(word) ?? [];
  const exclude = lists.excluded?.map(word) ?? [];
  if (include.length === 0 && exclude.length === 0) return null;
  return { ...(include.length > 0 ? { include } : {}), ...(exclude.length > 0 ? { exclude } : {}) };
}

/** The dimensions that a targeting means. Keys that are absent are absent in the result. @throws AdsApiError 400 for unknown places */
export function dimensionsOf(targeting: z.infer<typeof targetingSchema>): Record<string, unknown> {
  const dimensions: Record<string, unknown> = {};
  const written: Readonly<Record<string, Targets | undefined>> = targeting;
  for (const { dimension, key } of ALIKE) {
    const lists = written[key];
    if (lists === undefined) continue;
    dimensions[dimension] = dimensionOf(lists, (text) => (NUMBERS.has(dimension) ? Number(text) : text));
  }
  for (const region of REGIONS) {
    const lists = written[region];
    if (lists !== undefined) dimensions[region] = dimensionOf(lists, (id) => codeOf(id, region));
  }
  if (targeting.minAge !== undefined || targeting.maxAge !== undefined) {
    const bound = (lists: Targets | undefined) => (lists?.include?.[0] === undefined ? null : Number(lists.include[0]));
    dimensions.age = { included: [{ minAge: bound(targeting.minAge), maxAge: bound(targeting.maxAge) }] };
  }
  if (targeting.daypart?.include !== undefined)
    dimensions.daypart = { userTime: { included: targeting.daypart.include.map(Number) } };
  return dimensions;
}

function dimensionOf({ include = [], exclude = [] }: Targets, word: (text: string) => unknown): object | null {
  if (include.length === 0 && exclude.length === 0) return null;
  const lists = include.length > 0 ? { included: include.map(word) } : {};
  return exclude.length > 0 ? { ...lists, excluded: exclude.map(word) } : lists;
}

function codeOf(id: string, field: string): string {
  const region = regionById(id);
  if (region === null) throw badRequest('The region does not exist', `targeting.${field}`, 'INVALID_VALUE');
  return region.code;
}
