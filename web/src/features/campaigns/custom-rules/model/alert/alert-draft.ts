import type { Application } from '@tapwise/contract';
import type { Alert } from '@tapwise/contract/alerts';
import { type AlertForm, alertForm } from '../../../alerts/index.ts';
import type { AlertContent } from '../../api/own-alerts-api.ts';
import { alertWords } from '../../messages/alert-words.ts';
import type { DraftFault, RuleDraft } from '../draft/draft-types.ts';
import { newAction, newCase, newTest } from '../draft/edit-draft.ts';
import { draftOfRule, type Metrics } from '../draft/read-draft.ts';
import { ruleOfDraft } from '../draft/write-rule.ts';

/** An alert as it is written: its conditions as those of a rule, and how it notifies. */
export interface AlertDraft {
  readonly rule: RuleDraft;
  /** All campaigns of an organization together are its one unit, in place of each by itself. */
  readonly whole: boolean;
  readonly form: AlertForm;
}

const usualForm: AlertForm = { severity: 'normal', for: '1', clear: '1', channels: [], mail: true, numbers: {} };

/** The draft without anything that was kept: the alert, or one condition. */
export function firstAlertDraft(application: Application, alert: Alert | null, metrics: Metrics): AlertDraft {
  const [group] = application.asaOrganizations;
  if (alert?.automation_params == null) {
    const applyTo = group === undefined ? {} : { [String(group.organization_id)]: 'all' as const };
    const blank = draftOfRule({ level: 'campaign', cases: [] }, alertWords.newAlert, applyTo, metrics);
    const cases = [newCase(newTest('spend', '1d'), newAction('notify'))];
    return { rule: { ...blank, cases }, whole: false, form: usualForm };
  }
  const { level, ...others } = alert.automation_params;
  const whole = level === 'application';
  const entered = { ...others, level: level === 'application' ? 'campaign' : level } as const;
  return { rule: draftOfRule(entered, alert.name, alert.apply_to ?? {}, metrics), whole, form: alertForm(alert) };
}

export const everyHour: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** The draft asked at other hours. Where it is asked every hour, two evaluations in a row have to say the same. */
export function withHours(draft: AlertDraft, hours: readonly number[]): AlertDraft {
  const { schedule } = draft.rule;
  const wasUsual = draft.form.for === usualRepeats(schedule.hours ?? []) && draft.form.clear === draft.form.for;
  const repeats = usualRepeats(hours);
  const form = wasUsual ? { ...draft.form, for: repeats, clear: repeats } : draft.form;
  return { ...draft, form, rule: { ...draft.rule, schedule: { ...schedule, hours } } };
}

const usualRepeats = (hours: readonly number[]): string => (hours.length === everyHour.length ? '2' : '1');

/** What a draft asks as it is sent, or what is missing before it can be. */
export function contentOfDraft(
  { rule: draft, whole }: AlertDraft,
  metrics: Metrics,
): { readonly content: AlertContent | null; readonly faults: readonly DraftFault[] } {
  const { rule, faults } = ruleOfDraft(draft, metrics);
  if (rule === null) return { content: null, faults };
  const automation_params = whole ? { ...rule, level: 'application' as const } : rule;
  return { content: { apply_to: draft.applyTo, automation_params }, faults };
}
