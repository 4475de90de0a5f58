import type { RuleText } from '../model/words/rule-text.ts';

/** A text whose numbers are strong. */
export function StrongText({ text }: { text: RuleText }) {
  return text.map((piece, index) =>
    piece.strong === true ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place.
      <strong key={index}>{piece.text}</strong>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <span key={index}>{piece.text}</span>
    ),
  );
}
