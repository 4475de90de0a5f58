import { keywordFault, looseKey, type SearchTerm, textKey } from '@tapwise/contract';
import { termMessages as words } from '../messages.ts';

/** Which kind of campaign is filtered. */
export type FilterKind = 'skag' | 'discovery';

/** 1: nothing, 2: bought as a keyword of its own, 3: blocked. */
export type Choice = 1 | 2 | 3;

/** A search term with what it is compared by. */
export interface Term extends SearchTerm {
  /** Place in the answer; the grid knows its rows by number. */
  id: number;
  /** Terms of one text key are the same term. */
  key: string;
  /** What the ad service compares negatives by. */
  loose: string;
  /** Why its text can be no keyword, whatever is chosen. */
  fault: string | null;
}

export const termOf = (term: SearchTerm, id: number): Term => {
  const key = textKey(term.text);
  return { ...term, id, key, loose: looseKey(key), fault: keywordFault(key)?.message ?? null };
};

/** What the choices come to, as the calls take it. */
export interface Decisions {
  keywords: string[];
  /** Of the whole campaign. */
  negatives: string[];
  /** By the id of the ad group: what follows a keyword once it is live. */
  blocks: Record<string, string[]>;
  /** By the id of the ad group: known terms, blocked only where they strayed. */
  strayed: Record<string, string[]>;
  /** Rows that are sent, by what was chosen. */
  counts: { add: number; negative: number };
  /** Rows that are not sent, and why. */
  refused: ReadonlyMap<number, { message: string; blocks: boolean }>;
}

/**
 * Reads choices: a plus is one keyword and, for SKAG, a negative in every ad group where the term was found; a minus blocks
 * an unknown term in the whole campaign and a known one only where it strayed.
 * @param refusals what the server refused before, by row
 */
export function decide(
  kind: FilterKind,
  terms: readonly Term[],
  chosen: (id: number) => Choice,
  refusals: ReadonlyMap<number, string> = new Map(),
): Decisions {
  const decided = terms.filter(({ id }) => chosen(id) !== 1);
  const refused = new Map<number, { message: string; blocks: boolean }>();
  for (const { id, fault } of decided) {
    const message = fault ?? refusals.get(id) ?? null;
    if (message !== null) refused.set(id, { message, blocks: false });
  }
  const plus = decided.filter(({ id }) => chosen(id) === 2 && !refused.has(id));
  const bought = new Map(plus.map(({ loose, text }) => [loose, text]));
  const minus = decided.filter(({ id }) => chosen(id) === 3 && !refused.has(id));
  for (const { id, known, loose } of minus) {
    const blocked = kind === 'skag' && !known ? bought.get(loose) : undefined;
    if (blocked !== undefined) refused.set(id, { message: words.blocks(blocked), blocks: true });
  }
  const sent = minus.filter(({ id }) => !refused.has(id));
  const ofCampaign = sent.filter(({ known }) => kind === 'discovery' || !known);
  const plusKeys = new Set(plus.map(({ key }) => key));
  return {
    keywords: textsOf(plus),
    negatives: textsOf(ofCampaign),
    blocks: kind === 'skag' ? byAdGroup(terms.filter(({ key }) => plusKeys.has(key))) : {},
    strayed: byAdGroup(sent.filter((term) => !ofCampaign.includes(term))),
    counts: { add: plusKeys.size, negative: sent.length },
    refused,
  };
}

/** Each term once. */
const textsOf = (terms: readonly Term[]): string[] => [...new Map(terms.map(({ key, text }) => [key, text])).values()];

function byAdGroup(terms: readonly Term[]): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const { adGroupId, text } of terms) {
    const list = lists[adGroupId] ?? [];
    lists[adGroupId] = list;
    list.push(text);
  }
  return lists;
}

/** Lists of ad groups together. */
export function joinAdGroups(first: Decisions['blocks'], second: Decisions['blocks']): Record<string, string[]> {
  const joined = { ...first };
  for (const [id, texts] of Object.entries(second)) joined[id] = [...(joined[id] ?? []), ...texts];
  return joined;
}

export const sizeOf = (lists: Decisions['blocks']): number =>
  Object.values(lists).reduce((sum, texts) => sum + texts.length, 0);
