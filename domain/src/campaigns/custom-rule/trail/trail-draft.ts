import type { ObjectSetting } from './campaign-values.ts';
import {
  claimTrailChange,
  type FieldTrail,
  type SentSetting,
  type TrailChange,
  type TrailValue,
  withTrailChange,
} from './field-trail.ts';

/** What is the same for all settings that one event shows. */
export type ChangeOrigin = Pick<TrailChange, 'at' | 'actor' | 'observedAt'>;

/** By key of the object and name of the setting. */
export type Trails = ReadonlyMap<string, FieldTrail>;

export const trailName = (key: string, field: string): string => `${key} ${field}`;

const parentOf = (key: string): string => key.slice(0, key.lastIndexOf(':'));
const isKeyword = (key: string): boolean => key.split(':').length === 3;

/** Trails while events are applied, with the values as they were before each. */
export interface TrailDraft {
  /** Takes a value over without a change: an object that was not there before. */
  begin(setting: ObjectSetting): void;
  set(setting: ObjectSetting, origin: ChangeOrigin): void;
  /** The same of what was not set before, if it was not there. */
  add(setting: ObjectSetting, origin: ChangeOrigin): void;
  /** @returns whether a pull had seen it. */
  claim(setting: ObjectSetting, sent: Omit<SentSetting, 'to'>): boolean;
  trails(): Trails;
}

/** @param settings As they were; ad groups before their keywords. */
export function trailDraft(before: Trails, settings: readonly ObjectSetting[]): TrailDraft {
  const trails = new Map(before);
  const values = new Map<string, TrailValue>();
  /** Keywords of each ad group that follow its bid. */
  const followers = new Map<string, Set<string>>();

  const take = ({ key, field, value }: ObjectSetting): void => {
    values.set(trailName(key, field), value);
    if (field !== 'cpt_bid' || !isKeyword(key)) return;
    const following = followers.get(parentOf(key)) ?? new Set<string>();
    followers.set(parentOf(key), following);
    if (value === null) following.add(key);
    else following.delete(key);
  };
  for (const setting of settings) take(setting);

  /** A keyword without a bid follows its ad group. */
  const effective = (key: string, field: string, value: TrailValue): TrailValue =>
    value === null && field === 'cpt_bid' && isKeyword(key)
      ? (values.get(trailName(parentOf(key), field)) ?? null)
      : value;

  const note = (key: string, field: string, from: TrailValue, to: TrailValue, origin: ChangeOrigin): void => {
    if (from === to) return;
    const name = trailName(key, field);
    trails.set(name, withTrailChange(trails.get(name) ?? [], { ...origin, from, to }));
  };

  const set = (setting: ObjectSetting, origin: ChangeOrigin): void => {
    const { key, field, value } = setting;
    const existing = values.get(trailName(key, field));
    const from = existing === undefined ? undefined : effective(key, field, existing);
    take(setting);
    if (from === undefined) return;
    note(key, field, from, effective(key, field, value), origin);
    if (field !== 'cpt_bid' || isKeyword(key)) return;
    for (const keyword of followers.get(key) ?? []) note(keyword, field, from, value, origin);
  };

  const claimOne = (key: string, field: string, sent: SentSetting): boolean => {
    const name = trailName(key, field);
    const claimed = claimTrailChange(trails.get(name) ?? [], sent);
    if (claimed !== undefined) trails.set(name, claimed);
    return claimed !== undefined;
  };

  const claim = ({ key, field, value }: ObjectSetting, sent: Omit<SentSetting, 'to'>): boolean => {
    const to = effective(key, field, value);
    const isClaimed = claimOne(key, field, { ...sent, to });
    const following = field === 'cpt_bid' && !isKeyword(key) ? (followers.get(key) ?? []) : [];
    for (const keyword of following) claimOne(keyword, field, { ...sent, to });
    return isClaimed;
  };

  const add = (setting: ObjectSetting, origin: ChangeOrigin): void => {
    const name = trailName(setting.key, setting.field);
    if (!values.has(name)) values.set(name, null);
    set(setting, origin);
  };

  return { begin: take, set, add, claim, trails: () => trails };
}
