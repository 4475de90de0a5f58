import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { type RefObject, useState } from 'react';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { createRule, type RuleDraft, type RuleUpdates, rulesOptions, updateRule } from '../../api/automation-api.ts';
import type { Rule, RuleType } from '../../api/automation-types.ts';
import { automationMessages as words } from '../../messages.ts';
import {
  checkRule,
  emptyRule,
  paramsOf,
  type RuleErrors,
  type RuleField,
  type RuleValues,
  valuesOf,
  withoutEmpty,
} from '../../model/rule-form.ts';

export type FormKind = 'add' | 'edit' | 'apply';

interface Target {
  kind: FormKind;
  application: Application;
  /** The rule that is edited; `null` for a new one. */
  rule: Rule | null;
  /** Type a new rule begins with. */
  type: RuleType | null;
  /** What has the fields in it. */
  element: RefObject<HTMLElement | null>;
  onDone: () => void;
}

/** A rule as it is entered: its values, what is wrong with them, and the way to the server. */
export function useRuleForm({ kind, application, rule, type, element, onDone }: Target) {
  const client = useQueryClient();
  const [values, setValues] = useState<RuleValues>(() => (rule === null ? emptyRule(type) : valuesOf(rule)));
  const [touched, setTouched] = useState<ReadonlySet<RuleField> | 'all'>(new Set());
  const [refusal, setRefusal] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const currencies = currenciesOf(application, values);
  const errors = checkRule(values, currencies);
  const valid = Object.keys(errors).length === 0;

  async function send(): Promise<void> {
    setSending(true);
    setRefusal(null);
    try {
      const warning =
        rule === null
          ? (await createRule(application.id, { ...draftOf(values), ...nameAndMode(values) })).warning
          : (await updateRule(application.id, rule.id, updatesOf(kind, values, rule))).warning;
      showToast({
        intent: 'success',
        text: rule === null ? words.created : words.updated,
        ...(warning === undefined ? {} : { details: [warning] }),
      });
      onDone();
    } catch (failure) {
      setRefusal(messageOf(failure));
    } finally {
      setSending(false);
      void client.invalidateQueries({ queryKey: rulesOptions(application.id).queryKey });
    }
  }

  return {
    kind,
    values,
    sending,
    refusal,
    valid,
    currency: currencies[0] ?? application.currency,
    set: (part: Partial<RuleValues>) => setValues((before) => ({ ...before, ...part })),
    touch: (field: RuleField) => setTouched((before) => (before === 'all' ? before : new Set([...before, field]))),
    errors: visibleErrors(errors, touched),
    submit(): void {
      setTouched('all');
      const [first] = Object.keys(errors);
      if (first === undefined) void send();
      else element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    },
    /** What would be counted or tested; `null` while something is wrong with it or nothing is chosen. */
    draft: values.type === null || Object.keys(errors).some((field) => field !== 'name') ? null : draftOf(values),
  };
}

export type RuleFormState = ReturnType<typeof useRuleForm>;

const draftOf = (values: RuleValues): RuleDraft => ({
  automation_type: values.type ?? 'raise_bids',
  apply_to: withoutEmpty(values.applyTo),
  automation_params: values.type === 'raise_bids' ? paramsOf(values) : {},
  ...(values.type === 'raise_bids' ? { window: values.window } : {}),
});

const nameAndMode = (values: RuleValues) => ({
  automation_name: values.name.trim(),
  ...(values.shadow ? ({ mode: 'shadow' } as const) : {}),
});

/** What is different from the rule as it is saved. */
function updatesOf(kind: FormKind, values: RuleValues, rule: Rule): RuleUpdates {
  if (kind === 'apply') return { apply_to: withoutEmpty(values.applyTo) };
  const before = valuesOf(rule);
  const params = paramsOf(values);
  const name = values.name.trim();
  return {
    ...(JSON.stringify(params) === JSON.stringify(paramsOf(before)) ? {} : { automation_params: params }),
    ...(name === rule.campaign_name ? {} : { automation_name: name }),
    ...(values.window === rule.window ? {} : { window: values.window }),
    ...(values.shadow === before.shadow ? {} : { mode: values.shadow ? 'shadow' : 'live' }),
  };
}

function currenciesOf(application: Application, { applyTo }: RuleValues): string[] {
  const { asaOrganizations: organizations } = application;
  const chosen = organizations.filter(({ organization_id: id }) => (applyTo[String(id)]?.length ?? 0) > 0);
  const relevantOrganizations = chosen.length > 0 ? chosen : organizations.slice(0, 1);
  return [...new Set(relevantOrganizations.map(({ currency }) => currency))];
}

function visibleErrors(errors: RuleErrors, touched: ReadonlySet<RuleField> | 'all'): RuleErrors {
  if (touched === 'all') return errors;
  return Object.fromEntries(Object.entries(errors).filter(([field]) => touched.has(field as RuleField)));
}
