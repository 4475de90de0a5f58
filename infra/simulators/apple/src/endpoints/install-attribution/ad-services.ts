import { DAY_MS, MINUTE_MS } from '../../base/calendar/calendar-days.ts';
import { shareOf } from '../../base/random/prng.ts';
import type { ActivityStore } from '../../market/activity/activity-store.ts';
import { type AdOrigin, isAttributed, type Person, personAt, sourceOfKey } from '../../market/people/person.ts';
import type { World } from '../../market/world/world.ts';
import { adAt } from '../../market/written/traffic.ts';
import { readToken } from './attribution-token.ts';

/** Share of tokens that Apple does not know yet when first asked: of fresh installs, and of those asked about late. */
const UNKNOWN_SHARES = { fresh: 0.07, late: 0.003 };

export type AttributionResponse =
  | { readonly status: 200; readonly body: object }
  | { readonly status: 400 | 404; readonly body: null };

/** The record of development builds; receivers keep it out of their statistics. */
const TEST_RECORD = {
  attribution: true,
  orgId: 1234567890,
  campaignId: 1234567890,
  conversionType: 'Download',
  clickDate: '2020-04-08T17:17Z',
  claimType: 'Click',
  adGroupId: 1234567890,
  countryOrRegion: 'US',
  keywordId: 123222,
  adId: 542317136,
};

export interface AdServices {
  /** What the service says about a person, whenever it is asked. */
  recordOf(person: Person): object;
  /** @param unknownShare overrides the share of tokens not known yet; null keeps the usual ones */
  exchange(token: string, now: number, unknownShare: number | null): AttributionResponse;
}

/** Exchanges tokens for attribution records; the same token always gets the same record. */
export function createAdServices(world: World, activity: ActivityStore): AdServices {
  const recordOf = (person: Person): object =>
    isAttributed(person.origin) ? attributedRecord(world, person, person.origin) : { attribution: false };
  return {
    recordOf,
    exchange(text, now, unknownShare) {
      const token = readToken(text);
      if (token === null || token.mintedAt > now + MINUTE_MS) return { status: 400, body: null };
      if (now - token.mintedAt > DAY_MS) return { status: 404, body: null };
      if (token.person === null) return { status: 200, body: TEST_RECORD };
      const { source, ordinal } = sourceOfKey(token.person);
      const person = personAt(world, activity, source, ordinal);
      if (person === null) return { status: 400, body: null };
      if (now < availableFrom(world, person, token.mintedAt, unknownShare)) return { status: 404, body: null };
      return { status: 200, body: recordOf(person) };
    },
  };
}

/** Most late records come within seconds, one in ten only after minutes. */
function availableFrom(world: World, person: Person, mintedAt: number, unknownShare: number | null): number {
  // In a world that moves only when caused no answer waits at random.
  if (unknownShare === null && (person.caused || world.stillFrom !== null)) return mintedAt;
  const usual = mintedAt - person.launchedAt > 10 * MINUTE_MS ? UNKNOWN_SHARES.late : UNKNOWN_SHARES.fresh;
  if (shareOf(world.seed, 'unknown', person.key) >= (unknownShare ?? usual)) return mintedAt;
  const delay = shareOf(world.seed, 'answer delay', person.key);
  return mintedAt + (delay < 0.9 ? 2_000 + 10_000 * delay : 60_000 + 600_000 * (delay - 0.9));
}

/** Dates come with a part of the records, older forms lack the kind of claim, and Search Match has no keyword. */
function attributedRecord(world: World, person: Person, origin: AdOrigin): object {
  const { campaign, target, claim } = origin;
  const isOldForm = claim === 'click' && shareOf(world.seed, 'old-record', person.key) < 0.1;
  const hasDate = shareOf(world.seed, 'record-date', person.key) < 0.3;
  const date = `${new Date(origin.impressionAt).toISOString().slice(0, 16)}Z`;
  return {
    attribution: true,
    orgId: campaign.org.orgId,
    campaignId: campaign.id,
    adGroupId: target.adGroup.id,
    ...(target.keyword === null ? {} : { keywordId: target.keyword.id }),
    ...adOf(world, origin),
    conversionType: origin.redownload ? 'Redownload' : 'Download',
    countryOrRegion: person.country,
    ...(isOldForm
      ? {}
      : { claimType: claim === 'click' ? 'Click' : 'Impression', supplyPlacement: 'APPSTORE_SEARCH_RESULTS' }),
    ...(hasDate ? { [claim === 'click' ? 'clickDate' : 'impressionDate']: date } : {}),
  };
}

function adOf({ written }: World, { target, impressionAt }: AdOrigin): object {
  const ad = adAt(written, target.adGroup, impressionAt);
  return ad === undefined ? {} : { adId: ad.id };
}
