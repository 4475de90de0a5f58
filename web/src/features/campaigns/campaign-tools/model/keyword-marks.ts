import { badKeywords, type KeywordFinding, readKeywordList } from '@tapwise/contract';

/** What is known of the two lists of a form while they are typed. */
export interface ListFindings {
  bad: readonly KeywordFinding[];
  /** Entries, copies included. */
  keywords: number;
  negatives: number;
  repeatedKeywords: number;
  repeatedNegatives: number;
  /** Different keywords that can be used. */
  usable: number;
}

export function findingsOf(keywordText: string, negativeText: string): ListFindings {
  const keywords = readKeywordList(keywordText);
  const negatives = readKeywordList(negativeText);
  const copies = (entries: typeof keywords) => entries.filter(({ copyOf }) => copyOf !== undefined).length;
  return {
    bad: badKeywords({ keywords, negatives }),
    keywords: keywords.length,
    negatives: negatives.length,
    repeatedKeywords: copies(keywords),
    repeatedNegatives: copies(negatives),
    usable: keywords.filter(({ fault, copyOf }) => fault === undefined && copyOf === undefined).length,
  };
}

/** A text in runs, those that are marked and those that are not; joined they are the text again. */
export function markedRuns(text: string, marked: ReadonlySet<string>): { text: string; bad: boolean }[] {
  const runs: { text: string; bad: boolean }[] = [];
  for (const piece of text.split(/([\r\n,])/)) {
    const bad = marked.has(piece.trim());
    const last = runs.at(-1);
    if (last !== undefined && last.bad === bad && !bad) last.text += piece;
    else if (piece !== '') runs.push({ text: piece, bad });
  }
  return runs;
}

/** The text of a list with one more keyword on a line of its own, as if it were typed. */
export function withKeyword(text: string, keyword: string): string {
  const before = text.trimEnd();
  return before === '' ? keyword : `${before}\n${keyword}`;
}
