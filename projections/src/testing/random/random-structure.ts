import type { StreamEvent } from '../recorded-events.ts';
import { adGroup, campaign, keyword } from '../sample-events.ts';
import { isExact, textOf } from './random-extras.ts';
import type { Random } from './seeded-random.ts';

export type ObjectState = 'running' | 'paused' | 'deleted';
export type AdsLevel = 'campaign' | 'ad_group' | 'keyword';

/** Campaigns 1 and 2 with two ad groups each and two keywords in each of them; campaign n has groups n0, n1 and keywords n00 … */
export const observedObjects: Readonly<Record<AdsLevel, readonly number[]>> = {
  campaign: [1, 2],
  ad_group: [10, 11, 20, 21],
  keyword: [100, 101, 110, 111, 200, 201, 210, 211],
};
const levels = ['campaign', 'ad_group', 'keyword'] as const;

export const stateKey = (level: AdsLevel, id: number): string => `${level} ${id}`;

/** Most objects are running. */
export function randomStates(random: Random): ReadonlyMap<string, ObjectState> {
  const states = ['running', 'running', 'paused', 'deleted'] as const;
  return new Map(
    levels.flatMap((level) => observedObjects[level].map((id) => [stateKey(level, id), random.pick(states)])),
  );
}

/** What the ad service shows of them. Search match is on in the first ad group of each campaign. */
export function structureEvents(states: ReadonlyMap<string, ObjectState>): StreamEvent[] {
  const observedSettings = (level: AdsLevel, id: number, running: string) => {
    const state = states.get(stateKey(level, id));
    const status = state === 'paused' ? 'PAUSED' : running;
    return { status, deleted: state === 'deleted' } as { status: never; deleted: boolean };
  };
  const displayed = (level: AdsLevel, id: number) => ({
    ...observedSettings(level, id, 'ENABLED'),
    display_status: states.get(stateKey(level, id)) === 'paused' ? 'PAUSED' : 'RUNNING',
  });
  return [
    ...observedObjects.campaign.map((id) => campaign(id, displayed('campaign', id))),
    ...observedObjects.ad_group.map((id) => {
      const search_match = id % 10 === 0;
      return adGroup(Math.floor(id / 10), id, { ...displayed('ad_group', id), search_match });
    }),
    ...observedObjects.keyword.map((id) => {
      const match_type = isExact(id) ? 'EXACT' : 'BROAD';
      return keyword(Math.floor(id / 100), Math.floor(id / 10), id, {
        ...observedSettings('keyword', id, 'ACTIVE'),
        match_type,
        text: textOf(id),
      });
    }),
  ];
}
