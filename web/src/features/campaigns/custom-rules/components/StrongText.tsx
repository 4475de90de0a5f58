import type { RuleText } from '../model/words/rule-text.ts';

/** Numbers with their units are not broken; names may be. */
const mostUnbroken = 20;

/** A text whose numbers are strong. */
export function StrongText({ text }: { text: RuleText }) {
  return text.map((piece, index) =>
    piece.strong === true ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place.
      <strong key={index} className={piece.text.length <= mostUnbroken ? 'nowrap' : undefined}>
        {piece.text}
      </strong>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <span key={index}>{piece.text}</span>
    ),
  );
}
