/** Lists of keywords as people enter them and programs send them. The page and the API read them with this code. */
export type KeywordListName = 'keywords' | 'negative_keywords' | 'negative_keywords_for_ad_groups';
export type KeywordFaultCode = 'too_long' | 'bad_characters' | 'empty' | 'would_block' | 'blocked' | 'refused_by_apple';

/** Why an entry cannot be used. `text` is the entry as it was sent, so that it can be taken out of its list. */
export interface KeywordFinding {
  readonly list: KeywordListName;
  readonly text: string;
  readonly message: string;
  readonly code: KeywordFaultCode;
}

/** One entry of a list. */
export interface KeywordEntry {
  /** As it was sent. */
  readonly sent: string;
  /** Text key: what is stored and sent. */
  readonly text: string;
  readonly fault: { readonly code: KeywordFaultCode; readonly message: string } | undefined;
  /** Place of the first entry with the same text key; `undefined` for a first one. */
  readonly copyOf: number | undefined;
}

/** Code points of a text key at most. */
const mostCharacters = 80;
/** Characters of form, private use, or that are not assigned; two joiners are part of words in some scripts. */
const strangeCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]|[[\]{}<>|\\^~";`]/u;

/** Keywords, negatives and search terms are equal when their text keys are. */
export const textKey = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/** The ad service ignores symbols: an exact negative also blocks what differs in symbols alone. Spaces count. */
export const looseKey = (text: string): string => textKey(text).replace(/[^\p{L}\p{M}\p{Nd} ]/gu, '');

/** Pieces of a text, split at line ends and commas; empty ones are left out. */
export const splitKeywords = (text: string): string[] =>
  text
    .split(/[\r\n,]/)
    .map((piece) => piece.trim())
    .filter((piece) => unwrapped(piece) !== '');

/** A text without the pieces that were refused, one on a line. */
export function withoutKeywords(text: string, refused: readonly string[]): string {
  const out = new Set(refused);
  return splitKeywords(text)
    .filter((piece) => !out.has(piece))
    .join('\n');
}

/** A list as it was entered. */
export type EnteredList = string | readonly string[] | null | undefined;

/** Reads a list; one text is split. Entries keep the order in which they were sent, copies included. */
export function readKeywordList(entered: EnteredList): KeywordEntry[] {
  const pieces =
    typeof entered === 'string' ? splitKeywords(entered) : (entered ?? []).filter((piece) => unwrapped(piece) !== '');
  const indexes = new Map<string, number>();
  return pieces.map((sent, index) => {
    const text = textKey(unwrapped(sent));
    const copyOf = indexes.get(text);
    if (copyOf === undefined) indexes.set(text, index);
    return { sent, text, fault: keywordFault(text), copyOf };
  });
}

/** The service's own console writes exact keywords in brackets. */
function unwrapped(piece: string): string {
  const trimmed = piece.trim();
  return trimmed.startsWith('[') && trimmed.endsWith(']') ? trimmed.slice(1, -1).trim() : trimmed;
}

/** What is wrong with a text key by itself. */
export function keywordFault(text: string): KeywordEntry['fault'] {
  if ([...text].length > mostCharacters) return { code: 'too_long', message: 'Longer than 80 characters' };
  if (strangeCharacters.test(text)) {
    return { code: 'bad_characters', message: 'Contains characters that are not allowed' };
  }
  return /[\p{L}\p{Nd}]/u.test(text) ? undefined : { code: 'empty', message: 'Contains no letters or digits' };
}

/** The lists of one request. */
export interface KeywordLists {
  readonly keywords: readonly KeywordEntry[];
  /** Of the campaign. */
  readonly negatives: readonly KeywordEntry[];
  readonly negativesForAdGroups?: readonly { readonly adGroupId: number; readonly entries: readonly KeywordEntry[] }[];
}

/** What the campaign has already; everything that exists, paused or not. */
export interface KeywordScope {
  /** Texts of EXACT keywords, by their ad group. */
  readonly exact: readonly { readonly text: string; readonly adGroupId: number }[];
  /** Texts of EXACT negatives of the whole campaign. */
  readonly campaignNegatives: readonly string[];
}

export const newCampaignScope: KeywordScope = { exact: [], campaignNegatives: [] };

/** Everything that cannot be used, each copy by itself, list after list. */
export function badKeywords(lists: KeywordLists, scope: KeywordScope = newCampaignScope): KeywordFinding[] {
  const negated = new Set(scope.campaignNegatives.map(looseKey));
  const keywords = lists.keywords.flatMap((entry) => {
    const blocked = negated.has(looseKey(entry.text))
      ? ({ code: 'blocked', message: 'Blocked by a negative keyword of this campaign' } as const)
      : undefined;
    return finding('keywords', entry, entry.fault ?? blocked);
  });
  const usable = lists.keywords.filter(({ fault, text }) => fault === undefined && !negated.has(looseKey(text)));
  const ofCampaign = byLooseKey([...usable, ...scope.exact]);
  const negatives = lists.negatives.flatMap((entry) =>
    finding('negative_keywords', entry, entry.fault ?? wouldBlock(entry, ofCampaign)),
  );
  const forAdGroups = (lists.negativesForAdGroups ?? []).flatMap(({ adGroupId, entries }) => {
    const ownKeywords = byLooseKey(scope.exact.filter((keyword) => keyword.adGroupId === adGroupId));
    return entries.flatMap((entry) =>
      finding('negative_keywords_for_ad_groups', entry, entry.fault ?? wouldBlock(entry, ownKeywords)),
    );
  });
  return [...keywords, ...negatives, ...forAdGroups];
}

function byLooseKey(keywords: readonly { readonly text: string }[]): ReadonlyMap<string, string> {
  const keywordsByKey = new Map<string, string>();
  for (const { text } of keywords) if (!keywordsByKey.has(looseKey(text))) keywordsByKey.set(looseKey(text), text);
  return keywordsByKey;
}

function wouldBlock({ text }: KeywordEntry, keywords: ReadonlyMap<string, string>): KeywordEntry['fault'] {
  const blocked = keywords.get(looseKey(text));
  return blocked === undefined ? undefined : { code: 'would_block', message: `Would block the keyword "${blocked}"` };
}

function finding(list: KeywordListName, { sent }: KeywordEntry, fault: KeywordEntry['fault']): KeywordFinding[] {
  return fault === undefined ? [] : [{ list, text: sent, message: fault.message, code: fault.code }];
}

/** The sentence and the lists of a refusal. */
export function badKeywordsRefusal(findings: readonly KeywordFinding[]): {
  message: string;
  details: { keywords: string[]; negativeKeywords: string[]; reasons: readonly KeywordFinding[] };
} {
  const texts = (wanted: boolean): string[] =>
    findings.filter(({ list }) => (list === 'keywords') === wanted).map(({ text }) => text);
  const keywords = texts(true);
  const negativeKeywords = texts(false);
  return {
    message: `${keywords.length} keywords and ${negativeKeywords.length} negative keywords cannot be used`,
    details: { keywords, negativeKeywords, reasons: findings },
  };
}
