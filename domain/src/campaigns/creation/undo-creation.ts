import { DomainError } from '../../shared/domain-error.ts';
import type { ChangeRow } from '../change/change-row.ts';
import type { RowState } from '../change/outcomes/row-states.ts';
import { refuseForeign, requireRecent, type UndoWish } from '../change/undo.ts';
import { type ExistingCreation, isUnderWay } from './creation.decider.ts';
import type { KeywordOutcome, NegativeOutcome } from './creation-plan.ts';
import { haveOwnAdGroups } from './creation-steps.ts';

const isDefined = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** Keywords and negatives of a creation as rows of a change, in the order of the request; entries that repeat others are none. */
export function creationRows(creation: ExistingCreation): RowState[] {
  const keywords = creation.keywords.map((keyword, position): RowState | undefined => {
    const campaignId = creation.campaigns[keyword.campaign]?.campaign_id ?? null;
    if (keyword.copy === true || campaignId === null) return undefined;
    const outcome = creation.outcomes.get(position);
    const endFields = endFieldsOf(
      creation,
      outcome === undefined ? undefined : keywordEnds[outcome.outcome],
      outcome?.message,
    );
    return {
      key: keywordKey(campaignId, outcome),
      field: 'keyword',
      ...endFields,
      ...valuesOf(keyword.text, outcome?.outcome),
    };
  });
  const negatives = creation.negatives.map(({ text, campaign, ad_group_id }, index): RowState | undefined => {
    const campaignId = creation.campaigns[campaign]?.campaign_id ?? null;
    if (campaignId === null) return undefined;
    const outcome = creation.negativeOutcomes.get(index);
    const endFields = endFieldsOf(
      creation,
      outcome === undefined ? undefined : negativeEnds[outcome.outcome],
      outcome?.message,
    );
    const key = negativeKey(campaignId, ad_group_id, outcome?.negative_id);
    return { key, field: 'negative', ...endFields, ...valuesOf(text, outcome?.outcome) };
  });
  return [...keywords, ...negatives].filter(isDefined);
}

/** How the rows of what was added come out; `otherwise` is said where the ad service said nothing. */
type End = { readonly outcome: RowState['outcome']; readonly otherwise?: string };
const keywordEnds: Readonly<Record<KeywordOutcome['outcome'], End>> = {
  created: { outcome: 'changed' },
  there: { outcome: 'unchanged' },
  enabled: { outcome: 'changed' },
  refused: { outcome: 'refused' },
};
const negativeEnds: Readonly<Record<NegativeOutcome['outcome'], End>> = {
  added: { outcome: 'changed' },
  there: { outcome: 'unchanged' },
  refused: { outcome: 'refused' },
  dropped: { outcome: 'skipped', otherwise: 'Its keyword was not created' },
};

/** Said of a row beside its object: its outcome, with the ad service's words or a note. */
function endFieldsOf(
  creation: ExistingCreation,
  end: End | undefined,
  message: string | null | undefined,
): Pick<RowState, 'outcome' | 'message' | 'note'> {
  if (end === undefined) {
    if (isUnderWay(creation)) return { outcome: creation.claimed ? 'pending' : 'queued' };
    return { outcome: 'skipped', message: creation.failure?.message ?? 'This was not carried out' };
  }
  const text = message ?? end.otherwise;
  if (text === undefined) return { outcome: end.outcome };
  const done = end.outcome === 'changed' || end.outcome === 'unchanged';
  return { outcome: end.outcome, ...(done ? { note: text } : { message: text }) };
}

const valuesOf = (text: string, outcome: (KeywordOutcome | NegativeOutcome)['outcome'] | undefined) => ({
  old: outcome === 'there' ? text : null,
  new: text,
});

const keywordKey = (campaignId: number, outcome: KeywordOutcome | undefined): string =>
  outcome?.ad_group_id != null && outcome.keyword_id !== null
    ? `${campaignId}:${outcome.ad_group_id}:${outcome.keyword_id}`
    : String(campaignId);

function negativeKey(campaignId: number, adGroupId: number | null, id: number | null | undefined): string {
  if (id != null) return `${campaignId}:${adGroupId ?? 0}:${id}`;
  return adGroupId === null ? String(campaignId) : `${campaignId}:${adGroupId}`;
}

/** Whether what has this outcome is taken back, by kind. What was there before stays. */
const undone = {
  keywords: new Set<KeywordOutcome['outcome']>(['created', 'enabled']),
  negatives: new Set<NegativeOutcome['outcome']>(['added']),
} as const;

/**
 * The rows that take back what a creation added to campaigns that were there: negatives are removed, then keywords are paused, with
 * their ad groups where those hold them alone. A campaign that it made stays as it is: it can be paused. A keyword waits for the
 * negatives that came with it, so that its term is never blocked without being bought; they are taken back even where only the
 * keyword is named.
 * @throws DomainError `still_running` while it is under way, `invalid_request` for keys outside of it or when nothing is left.
 */
export function undoCreationRows(creation: ExistingCreation, wish: UndoWish): ChangeRow[] {
  refuseForeign(creationRows(creation), wish);
  requireRecent(creation.request.requested_at, wish.now);
  if (isUnderWay(creation)) throw new DomainError('still_running', { message: 'This creation is still being made' });
  const wanted = wish.keys === undefined ? undefined : new Set(wish.keys);
  const forced = new Set(wish.forceKeys);
  const rows: ChangeRow[] = [];
  const add = (key: string, row: Omit<ChangeRow, 'key'>, requestedKey = key): number => {
    rows.push({ key, ...row, ...(forced.has(requestedKey) ? { unchecked: true as const } : {}) });
    return rows.length - 1;
  };
  const waiting = new Map<number, number>();
  for (const [index, { text, campaign, ad_group_id, after }] of [...creation.negatives.entries()].reverse()) {
    const outcome = creation.negativeOutcomes.get(index);
    const campaignId = creation.request.campaigns[campaign]?.campaign_id ?? null;
    if (outcome === undefined || !undone.negatives.has(outcome.outcome) || campaignId === null) continue;
    const key = negativeKey(campaignId, ad_group_id, outcome.negative_id);
    const keyword = after === undefined ? undefined : firstIndex(creation, after);
    if (wanted !== undefined && !wanted.has(key) && !wanted.has(keyOfKeyword(creation, keyword))) continue;
    const parent = keyword === undefined ? undefined : waiting.get(keyword);
    const row = add(key, { field: 'negative', base: text, new: null, ...(parent === undefined ? {} : { parent }) });
    if (keyword !== undefined) waiting.set(keyword, row);
  }
  for (const [position, { campaign }] of [...creation.keywords.entries()].reverse()) {
    const outcome = creation.outcomes.get(position);
    const plan = creation.request.campaigns[campaign];
    if (outcome === undefined || !undone.keywords.has(outcome.outcome) || plan?.campaign_id == null) continue;
    const key = keywordKey(plan.campaign_id, outcome);
    if (wanted?.has(key) === false) continue;
    const parent = waiting.get(position);
    const paused = { field: 'status', base: 'ENABLED', new: 'PAUSED' } as const;
    const row = add(key, { ...paused, ...(parent === undefined ? {} : { parent }) });
    if (haveOwnAdGroups(plan)) add(`${plan.campaign_id}:${outcome.ad_group_id}`, { ...paused, parent: row }, key);
  }
  if (rows.length === 0) throw new DomainError('invalid_request', { message: 'Nothing to undo' });
  if (rows.length > mostRows) throw new DomainError('too_many_rows');
  return rows;
}

const mostRows = 5000;

/** Place of the entry that a copy repeats; its own place for others. */
function firstIndex({ keywords }: ExistingCreation, position: number): number {
  const keyword = keywords[position];
  if (keyword?.copy !== true) return position;
  return keywords.findIndex((candidate) => candidate.text === keyword.text && candidate.campaign === keyword.campaign);
}

function keyOfKeyword(creation: ExistingCreation, position: number | undefined): string {
  const keyword = position === undefined ? undefined : creation.keywords[position];
  if (position === undefined || keyword === undefined) return '';
  return keywordKey(creation.request.campaigns[keyword.campaign]?.campaign_id ?? 0, creation.outcomes.get(position));
}

/** By campaign, the texts whose decisions are forgotten when these rows take a creation back. */
export function forgottenTexts(rows: readonly Pick<ChangeRow, 'key' | 'field' | 'base'>[]): Map<number, string[]> {
  const texts = new Map<number, string[]>();
  for (const { key, field, base } of rows) {
    if (field !== 'negative') continue;
    const campaignId = Number(key.split(':')[0]);
    texts.set(campaignId, [...(texts.get(campaignId) ?? []), String(base)]);
  }
  return texts;
}
