/** A text in pieces; numbers and ranges are strong. */
export type RuleText = readonly TextPiece[];
export interface TextPiece {
  readonly text: string;
  readonly strong?: boolean;
}

/** Texts one after another with a word between them. */
export const phrase = (between: string, texts: readonly RuleText[]): RuleText =>
  texts.flatMap((text, index) => (index === 0 ? text : [{ text: between }, ...text]));

/** A text without its emphasis. */
export const plainText = (text: RuleText): string => text.map((piece) => piece.text).join('');
