import type { Application } from '@tapwise/contract';
import type { CustomRuleListed, RuleTemplate } from '../../../api/custom-rule-types.ts';
import type { EnteredCampaigns } from '../../../api/entered-rule.ts';
import { builderWords } from '../../../messages/builder-words.ts';
import type { RuleDraft } from '../../../model/draft/draft-types.ts';
import { newAction, newCase, newTest } from '../../../model/draft/edit-draft.ts';
import type { KeptDraft } from '../../../model/draft/kept-draft.ts';
import { draftOfRule, draftOfTemplate, type Metrics } from '../../../model/draft/read-draft.ts';

/** What a builder begins with. */
export interface Beginning {
  readonly application: Application;
  /** The rule that is edited; `null`: a new one. */
  readonly rule: CustomRuleListed | null;
  readonly template: RuleTemplate | null;
  readonly metrics: Metrics;
}

/** Every campaign of the first ad organization: rules of several need one currency. */
function allCampaigns({ asaOrganizations: [first] }: Application): EnteredCampaigns {
  return first === undefined ? {} : { [String(first.organization_id)]: 'all' };
}

/** The draft without anything that was kept: the rule, the template, or one condition and one action. */
export function firstDraft({ application, rule, template, metrics }: Beginning): RuleDraft {
  if (rule !== null) return draftOfRule(rule.automation_params, rule.campaign_name, rule.apply_to, metrics);
  const applyTo = allCampaigns(application);
  if (template !== null) return draftOfTemplate(template, applyTo, metrics);
  const lowerBid = newCase(newTest('spend', '7d'), newAction('bid'));
  const blank = draftOfRule({ level: 'keyword', cases: [] }, '', applyTo, metrics);
  return { ...blank, name: builderWords.newRule, cases: [lowerBid] };
}

/** Whether a draft that was kept belongs to what is opened. One of an earlier version of the rule does: what was entered is not lost. */
export function isOfBeginning({ draft, version }: KeptDraft, { rule, template }: Beginning): boolean {
  if (rule !== null) return version !== null;
  return template === null ? version === null : draft.template === template.id;
}
