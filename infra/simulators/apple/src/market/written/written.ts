import { dayAt } from '../../base/calendar/calendar-days.ts';
import { type CreatedKind, type Growing, grow, idOf } from './growth.ts';
import type { WriteRecord } from './write-records.ts';

/** A setting of an object from an instant on. */
export interface WrittenTurn {
  readonly moment: number;
  /** Orders turns of one instant, also among those that tests caused. */
  readonly sequence: number;
  readonly part: Readonly<Record<string, unknown>>;
  readonly was: Readonly<Record<string, unknown>>;
  /** The object is again what the market made it, or deleted if a write made it: earlier turns no longer count. */
  readonly reset: boolean;
}

/** What was written through the ads API, over all time. A write holds from its instant on and never changes what was before. */
export interface Written {
  /** All calls since the last reset, refused ones too. */
  records(): readonly WriteRecord[];
  /** Adds a call and what it did. */
  add(call: Omit<WriteRecord, 'number'>): WriteRecord;
  /** Turns of an object, oldest first. */
  turnsOf(id: number): readonly WrittenTurn[];
  isCreated(id: number): boolean;
  /** How many writes the campaign has known until the end of a day of its organization; 0 for most campaigns. */
  countUntil(campaignIndex: number, day: number): number;
  /** The id of the next object of a kind; `ahead` for further ones of the same call. */
  nextId(kind: CreatedKind, ahead?: number): number;
  /** Campaigns (indexes) that a write touched since this was last called. */
  drainTouched(): readonly number[];
}

/**
 * @param earlier calls of earlier runs
 * @param keep called with each new call
 */
export function createWritten(
  world: Growing,
  earlier: readonly WriteRecord[] = [],
  keep: (record: WriteRecord) => void = () => {},
): Written {
  const records: WriteRecord[] = [];
  const turns = new Map<number, WrittenTurn[]>();
  const created = new Map<CreatedKind, number>();
  const createdIds = new Set<number>();
  const days = new Map<number, number[]>();
  const touched = new Set<number>();
  const touch = (index: number, at: number): void => {
    const campaign = world.campaigns[index];
    if (campaign === undefined) return;
    touched.add(index);
    pushTo(days, index, dayAt(campaign.org.timeZone, at));
  };
  const reset = ({ at, caused }: WriteRecord): void => {
    for (const id of new Set([...turns.keys(), ...createdIds])) {
      const part = createdIds.has(id) ? { deleted: true } : {};
      pushTo(turns, id, { moment: at, sequence: caused + 0.5, part, was: {}, reset: true });
    }
    for (const index of days.keys()) touch(index, at);
  };
  const apply = (record: WriteRecord): void => {
    records.push(record);
    for (const effect of record.effects) {
      grow(world, effect, record.at);
      if (effect.do === 'set') {
        const { part, was } = effect;
        pushTo(turns, effect.id, { moment: record.at, sequence: record.caused + 0.5, part, was, reset: false });
        if (effect.campaign !== null) touch(effect.campaign, record.at);
      } else if (effect.do === 'reset') {
        reset(record);
      } else {
        created.set(effect.do, (created.get(effect.do) ?? 0) + 1);
        createdIds.add(effect.id);
        if ('campaign' in effect) touch(effect.campaign, record.at);
        else if (effect.do === 'campaign') touch(world.campaigns.length - 1, record.at);
      }
    }
  };
  for (const record of earlier) apply(record);
  return {
    records() {
      const last = records.findLastIndex(({ effects }) => effects.some((effect) => effect.do === 'reset'));
      return records.slice(last + 1);
    },
    add(call) {
      const record = { ...call, number: records.length + 1 };
      apply(record);
      keep(record);
      return record;
    },
    turnsOf: (id) => turns.get(id) ?? [],
    isCreated: (id) => createdIds.has(id),
    countUntil(index, day) {
      const writtenDays = days.get(index);
      return writtenDays === undefined ? 0 : writtenDays.findLastIndex((written) => written <= day) + 1;
    },
    nextId: (kind, ahead = 0) => idOf(kind, (created.get(kind) ?? 0) + 1 + ahead),
    drainTouched() {
      const campaigns = [...touched];
      touched.clear();
      return campaigns;
    },
  };
}

function pushTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
