import type { Campaign } from '../market/world/structure.ts';
import type { World } from '../market/world/world.ts';
import type { Effect, WriteRecord } from '../market/written/write-records.ts';

/** Writes at an instant, as a call of the ads API would have. */
export const write = (world: World, at: number, effects: Effect[]): WriteRecord =>
  world.written.add({
    at,
    org: 1,
    method: 'PUT',
    api: 'v5',
    path: '/',
    body: null,
    status: 200,
    fault: null,
    effects,
    caused: 0,
  });

/** Sets fields of an object of a campaign. */
export const set = (
  campaign: Campaign,
  id: number,
  part: Record<string, unknown>,
  was: Record<string, unknown> = {},
): Effect => ({ do: 'set', campaign: campaign.index, id, part, was });

/** Moves every bid of a campaign by a factor from what it was built with. */
export const bids = (campaign: Campaign, factor: number): Effect[] =>
  campaign.adGroups.flatMap(({ id: group, defaultBid, keywords }) => [
    set(campaign, group, { defaultBid: defaultBid * factor }, { defaultBid }),
    ...keywords.flatMap(({ id, bid }) => (bid === null ? [] : [set(campaign, id, { bid: bid * factor }, { bid })])),
  ]);
