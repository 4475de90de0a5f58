import { type RefObject, useDeferredValue, useMemo, useState } from 'react';
import { useHasTotalBudgets } from '../../../../../shared/report/index.ts';
import { checkForm, type FormErrors, fieldOfMessage } from '../../model/check-form.ts';
import { type FieldName, type FormKind, type FormValues, fieldsOf, withInvoice } from '../../model/form-values.ts';
import { findingsOf } from '../../model/keyword-marks.ts';
import { localRefusal, type Refusal, withoutRefused } from '../../model/refusal.ts';
import type { FormTarget } from './form-target.ts';
import { useDraft } from './use-draft.ts';
import { useSendForm } from './use-send-form.ts';

/**
 * A form that creates: its values, what is wrong with them, and the way to the server.
 * @param element what has the fields in it
 */
export function useToolForm(target: FormTarget, element: RefObject<HTMLElement | null>, onDone: () => void) {
  const { kind, application, organization } = target;
  const onAccount = application.paymentModel === 'LOC';
  const { currency } = organization;
  const kept = useDraft(target);
  const hasTotalBudgets = useHasTotalBudgets();
  const entered = hasTotalBudgets ? kept.values : { ...kept.values, lifetime: '' };
  const values = withInvoice(entered, onAccount ? application.locInvoiceDetails : null);
  const draft = { ...kept, values };
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set());
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [removed, setRemoved] = useState<number | null>(null);
  const findings = useFindings(values);
  const errors = checkForm({ kind, values, currency, onAccount });
  const sending = useSendForm(target, draft, { onAccount, onDone, onRefused: (next) => refuse(next) });

  function refuse(next: Refusal): void {
    setRefusal(next);
    const field = fieldOfMessage(kind, next.message);
    if (field !== undefined) focusField(element.current, field);
  }

  function submit(confirmed = false): void {
    setRemoved(null);
    setRefusal(null);
    setTouched(new Set(fieldsOf[kind]));
    const [first] = fieldsOf[kind].filter((field) => errors[field] !== undefined);
    const { bad } = findingsOf(values.keywords, values.negatives);
    if (first !== undefined) focusField(element.current, first);
    else if (bad.length > 0) setRefusal(localRefusal(bad));
    else sending.send(confirmed);
  }

  return {
    kind,
    values,
    findings,
    refusal,
    removed,
    currency,
    onAccount,
    hasTotalBudgets,
    sending: sending.busy,
    set(part: Partial<FormValues>): void {
      draft.change({ ...values, ...part });
      setRemoved(null);
      // What the server refused is about what was sent, and goes with the first change of it.
      if (refusal !== null && refusal.field !== undefined && refusal.field in part) setRefusal(null);
    },
    touch: (field: FieldName) => setTouched((before) => new Set([...before, field])),
    errors: visibleErrors(kind, errors, touched, refusal),
    submit,
    /** Takes exactly the refused entries out of both lists. */
    fixIt(): void {
      if (refusal === null) return;
      const { keywords, negatives, count } = withoutRefused(values, refusal);
      draft.change({ ...values, keywords, negatives });
      setRefusal(null);
      setRemoved(count);
      focusField(element.current, 'keywords');
    },
  };
}

export type ToolFormState = ReturnType<typeof useToolForm>;

/** Of fields that were left or sent; and what the server says about one. */
function visibleErrors(
  kind: FormKind,
  errors: FormErrors,
  touched: ReadonlySet<FieldName>,
  refusal: Refusal | null,
): FormErrors {
  const visible: FormErrors = {};
  for (const field of fieldsOf[kind]) {
    const text = touched.has(field) ? errors[field] : undefined;
    if (text !== undefined) visible[field] = text;
  }
  if (refusal?.field !== undefined) visible[refusal.field] ??= refusal.message;
  return visible;
}

/** The lists are read after the letters are on the screen. */
function useFindings({ keywords, negatives }: FormValues) {
  const read = useDeferredValue(keywords);
  const alsoRead = useDeferredValue(negatives);
  return useMemo(() => findingsOf(read, alsoRead), [read, alsoRead]);
}

function focusField(form: HTMLElement | null, field: FieldName): void {
  form?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
}
