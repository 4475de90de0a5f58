import { amountText, readAmount } from '@tapwise/contract/money';
import { toolMessages } from '../messages.ts';
import type { FormKind, FormValues } from './form-values.ts';
import type { ListFindings } from './keyword-marks.ts';

const { review: words } = toolMessages;

/** What a form would make: how many objects, at which bid, for how much a day at most. */
export function reviewOf(
  kind: FormKind,
  values: FormValues,
  findings: ListFindings,
  currency: string,
): { first: string; rest: string } {
  const amount = (text: string) => {
    const micros = readAmount(text, currency);
    return micros === null ? null : amountText(micros, currency);
  };
  const { usable } = findings;
  const objects = kind === 'discovery' ? discoveryObjects(values, usable) : usable > 0 ? objectsOf(kind, usable) : [];
  if (objects.length === 0) return { first: words.nothing, rest: '' };
  const after = findings.bad.length > 0 ? ` ${words.afterFix}` : '';
  const bid = amount(values.cpt);
  const daily = isNew(kind) ? amount(values.daily) : null;
  const parts = [...(bid === null ? [] : [words.bid(bid)]), ...(daily === null ? [] : [words.atMost(daily)])];
  const facts = parts.length === 0 ? '' : `, ${parts.join(', ')}`;
  return { first: objects.join(' + '), rest: `${after}${facts}. ${isNew(kind) ? words.switchedOn : words.atOnce}` };
}

const isNew = (kind: FormKind): boolean => kind === 'skag' || kind === 'discovery';

const objectsOf = (kind: FormKind, usable: number): string[] => [
  kind === 'discovery_keywords' ? words.broad(usable) : words.adGroups(usable),
];

const discoveryObjects = ({ searchMatch }: FormValues, usable: number): string[] => [
  ...(usable > 0 ? [words.broad(usable)] : []),
  ...(searchMatch ? [words.searchMatch] : []),
];
