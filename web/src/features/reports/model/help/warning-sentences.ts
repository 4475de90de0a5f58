/** Sentences that differ only in what they name: what stands before it, and behind it. */
const named: readonly (readonly [before: string, behind: string])[] = [
  ['Predictions for ', ' rest on little data.'],
  ['VAT is not known for ', '; none was taken out.'],
  ['There is no exchange rate for ', '; such sales are left out of the income.'],
  ['There is no exchange rate for ', '; such spend is left out.'],
];

/**
 * A warning with every thing said once: answers of several applications or organizations are joined, and what is true of
 * more than one of them would be told as often.
 */
export function onceEach(warning: string): string {
  const said: { frame: (typeof named)[number] | null; text: string }[] = [];
  for (const sentence of warning.split(/(?<=\.) (?=[A-Z\d])/)) {
    const frame = named.find(([before, behind]) => sentence.startsWith(before) && sentence.endsWith(behind)) ?? null;
    if (frame === null) {
      if (!said.some(({ text }) => text === sentence)) said.push({ frame, text: sentence });
      continue;
    }
    const names = sentence.slice(frame[0].length, -frame[1].length);
    const first = said.find((entry) => entry.frame === frame);
    if (first === undefined) said.push({ frame, text: names });
    else first.text = [...new Set([...first.text.split(', '), ...names.split(', ')])].sort().join(', ');
  }
  return said.map(({ frame, text }) => (frame === null ? text : frame[0] + text + frame[1])).join(' ');
}
