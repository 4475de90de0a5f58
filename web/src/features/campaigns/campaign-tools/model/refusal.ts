import { type BadTemplateLine, badKeywordsRefusal, type KeywordFinding, withoutKeywords } from '@tapwise/contract';
import { ApiError, messageOf } from '../../../../shared/server/http/api-error.ts';
import { fieldOfMessage } from './check-form.ts';
import type { FieldName, FormKind, FormValues } from './form-values.ts';

/** Why a form was not taken, as the alert above it says. */
export interface Refusal {
  message: string;
  /** The field it is about, where it is about one. */
  field?: FieldName;
  /** Entries of the lists that cannot be used, each with its reason. */
  reasons?: readonly KeywordFinding[];
  /** Lines of a template. */
  lines?: readonly BadTemplateLine[];
  /** A guardrail that a person may confirm. */
  confirmable?: boolean;
}

/** The same refusal the server would answer, found before anything was sent. */
export function localRefusal(bad: readonly KeywordFinding[]): Refusal {
  const { message, details } = badKeywordsRefusal(bad);
  return { message, reasons: details.reasons };
}

/** What the server answered. */
export function refusalOf(kind: FormKind, error: unknown): Refusal {
  const message = messageOf(error);
  const field = fieldOfMessage(kind, message);
  const refusal = field === undefined ? { message } : { message, field };
  if (!(error instanceof ApiError)) return refusal;
  const { code, response } = error;
  if (code === 'bad_keywords') return { message, reasons: reasonsOf(response) };
  if (code === 'bad_template') return { message, lines: linesOf(response) };
  return code === 'guardrail' ? { message, confirmable: true } : refusal;
}

const reasonsOf = ({ details }: ApiError['response']): readonly KeywordFinding[] =>
  (details as { reasons?: readonly KeywordFinding[] } | undefined)?.reasons ?? [];

const linesOf = ({ lines }: ApiError['response']): readonly BadTemplateLine[] =>
  Array.isArray(lines) ? (lines as BadTemplateLine[]) : [];

/** Both lists without exactly what was refused, and how many entries went. */
export function withoutRefused(
  { keywords, negatives }: Pick<FormValues, 'keywords' | 'negatives'>,
  { reasons = [] }: Refusal,
): { keywords: string; negatives: string; count: number } {
  const textsOf = (ofKeywords: boolean) =>
    reasons.filter(({ list }) => (list === 'keywords') === ofKeywords).map(({ text }) => text);
  const words = textsOf(true);
  const others = textsOf(false);
  return {
    keywords: words.length === 0 ? keywords : withoutKeywords(keywords, words),
    negatives: others.length === 0 ? negatives : withoutKeywords(negatives, others),
    count: reasons.length,
  };
}
