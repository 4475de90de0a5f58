import type { CampaignKind } from '../../campaign/campaign-kind.ts';
import { textKey } from '../../creation/planning/keyword-list.ts';
import type { RuleScope, TextFilter } from '../definition/rule-scope.ts';

/** What filters of a rule look at, of one unit. */
export interface ScopedUnit {
  /** Ids of itself and of its parents, separated by colons; of a search term ends with `t:` and its text key. */
  readonly key: string;
  /** Ids of itself and of its parents. */
  readonly ids: readonly number[];
  /** Name, or text of a keyword or a search term. */
  readonly name: string;
  readonly campaign_name: string;
  /** `null` of campaigns. */
  readonly ad_group_name: string | null;
  /** Of itself and of its parents. */
  readonly statuses: readonly ('ENABLED' | 'ACTIVE' | 'PAUSED')[];
  /** Whether it or one of its parents is deleted. */
  readonly deleted: boolean;
  /** Ids of labels of itself and of its parents. */
  readonly labels: ReadonlySet<number>;
  /** `null` of what is no keyword. */
  readonly match_type: 'EXACT' | 'BROAD' | null;
  /** Of its campaign, as the rest. */
  readonly kind: CampaignKind;
  readonly strategy: 'manual_cpt' | 'max_conversions';
  /** ISO 3166 alpha-2. */
  readonly countries: readonly string[];
  /** Of search terms: whether a person has decided about it, and whether it is the text of the ad group's own keyword. */
  readonly term: { readonly decided: boolean; readonly keyword: boolean } | null;
}

/** Whether a unit is judged by a rule; which campaigns the rule is for is another question. */
export function isInScope(scope: RuleScope, unit: ScopedUnit): boolean {
  return (
    isUnit(unit) &&
    hasStatus(scope, unit) &&
    hasTexts(scope, unit) &&
    hasSettings(scope, unit) &&
    !isExcept(scope, unit)
  );
}

/** Deleted objects, rows without an object of the ad service, and terms without text or already decided are never judged. */
function isUnit({ deleted, ids, name, term }: ScopedUnit): boolean {
  if (deleted || ids.some((id) => id <= 0)) return false;
  return term === null || (textKey(name) !== '' && !term.decided && !term.keyword);
}

const isExcept = ({ except }: RuleScope, { key }: ScopedUnit): boolean => except?.includes(key) === true;

function hasStatus(scope: RuleScope, { statuses }: ScopedUnit): boolean {
  const isRunning = statuses.every((status) => status !== 'PAUSED');
  return scope.status.includes(isRunning ? 'running' : 'paused');
}

const hasTexts = (scope: RuleScope, unit: ScopedUnit): boolean =>
  hasText(scope.name, unit.name) &&
  hasText(scope.campaign_name, unit.campaign_name) &&
  hasText(scope.ad_group_name, unit.ad_group_name ?? '');

/** Whether a text has one piece of each list, and none of those that it must lack. Texts are compared as text keys. */
function hasText(filter: TextFilter | undefined, text: string): boolean {
  if (filter === undefined) return true;
  const key = textKey(text);
  const hasPiece = (pieces: readonly string[] | undefined, matches: (piece: string) => boolean): boolean =>
    pieces?.some((piece) => matches(textKey(piece))) ?? true;
  const lacks = filter.lacks?.every((piece) => !key.includes(textKey(piece))) ?? true;
  return (
    lacks &&
    hasPiece(filter.contains, (piece) => key.includes(piece)) &&
    hasPiece(filter.is, (piece) => key === piece) &&
    hasPiece(filter.starts, (piece) => key.startsWith(piece))
  );
}

function hasSettings(scope: RuleScope, unit: ScopedUnit): boolean {
  const { labels, match_types, kinds, strategies, countries } = scope;
  const isLabelled = (ids: readonly number[]): boolean => ids.some((id) => unit.labels.has(id));
  if (labels?.any !== undefined && !isLabelled(labels.any)) return false;
  if (labels?.none !== undefined && isLabelled(labels.none)) return false;
  if (match_types !== undefined && (unit.match_type === null || !match_types.includes(unit.match_type))) return false;
  if (kinds !== undefined && !kinds.includes(unit.kind)) return false;
  if (strategies !== undefined && !strategies.includes(unit.strategy)) return false;
  return countries === undefined || countries.some((code) => unit.countries.includes(code));
}
