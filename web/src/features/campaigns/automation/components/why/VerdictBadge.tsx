import { toneOf } from '../../model/why.ts';
import { verdictMessages as words } from '../../verdict-messages.ts';

/** A verdict in a word. @param dry nothing was done by it */
export function VerdictBadge({ verdict, dry = false }: { verdict: string; dry?: boolean }) {
  const text = dry && verdict === 'raised' ? words.wouldRaise : (words.verdicts[verdict] ?? verdict);
  return (
    <span className="badge" data-tone={toneOf(verdict)}>
      {text}
    </span>
  );
}
