import type { EvaluatedUnit } from '../evaluation/evaluation-data.ts';

/** A unit with the parts of its key; a part that it lacks is 0, or no text. */
interface KeyedUnit {
  readonly unit: EvaluatedUnit;
  readonly campaign: number;
  readonly adGroup: number;
  readonly keyword: number;
  readonly term: string;
}

/** Campaigns, ad groups and keywords by their ids, search terms by their text. */
export function inKeyOrder(units: readonly EvaluatedUnit[]): EvaluatedUnit[] {
  const keyed = units.map(keyedUnit);
  keyed.sort(compareKeys);
  return keyed.map(({ unit }) => unit);
}

function keyedUnit(unit: EvaluatedUnit): KeyedUnit {
  const [campaign = '0', adGroup = '0', keyword = '0', ...text] = unit.key.split(':');
  const isTerm = keyword === 't';
  return {
    unit,
    campaign: Number(campaign),
    adGroup: Number(adGroup),
    keyword: isTerm ? 0 : Number(keyword),
    term: isTerm ? text.join(':') : '',
  };
}

function compareKeys(left: KeyedUnit, right: KeyedUnit): number {
  const apart = left.campaign - right.campaign || left.adGroup - right.adGroup || left.keyword - right.keyword;
  if (apart !== 0 || left.term === right.term) return apart;
  return left.term < right.term ? -1 : 1;
}
