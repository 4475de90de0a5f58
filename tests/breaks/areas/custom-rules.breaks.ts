import type { Break } from '../break.ts';

const rule = 'domain/src/campaigns/custom-rule/rule';
const decisions = `${rule}/custom-rule.unit.spec.ts`;
const calls = 'api/src/automation/custom';
const callSpec = `${calls}/custom-rules.int.spec.ts`;

/** How rules that people write are kept, edited and called. */
export const customRulesBreaks: readonly Break[] = [
  {
    what: 'equal content makes a version',
    file: `${rule}/custom-rule.decider.ts`,
    find: 'if (!isEdited(before, after)) return [];',
    replace: 'if (before === undefined) return [];',
    specs: [decisions],
  },
  {
    what: 'an edit of an older version overwrites a newer one',
    file: `${rule}/custom-rule.decider.ts`,
    find: 'if (basedOn === undefined || basedOn === rule.version) return;',
    replace: 'if (basedOn === undefined || basedOn <= rule.version) return;',
    specs: [decisions, callSpec],
  },
  {
    what: 'an edit whose answer was lost conflicts with itself',
    file: `${rule}/custom-rule.decider.ts`,
    find: 'if (before.versions.some(({ change_id }) => change_id === edit.change_id)) return [];',
    replace: 'if (before.versions.length === 0) return [];',
    specs: [decisions],
  },
  {
    what: 'an edit of guards begins the cases again',
    file: `${rule}/fold-custom-rule.ts`,
    find: 'casesSince: isEditOfCases(before, version) ? since : before.casesSince,',
    replace: 'casesSince: since,',
    specs: [decisions],
  },
  {
    what: 'a rule is for all campaigns of an organization of another team',
    file: 'domain/src/campaigns/custom-rule/scope/apply-to.ts',
    find: "const isUnknown = campaigns === undefined || (list !== 'all'",
    replace: "const isUnknown = list !== 'all' && (campaigns === undefined",
    specs: [callSpec],
  },
  {
    what: 'a new rule makes its changes unless it is asked not to',
    file: `${calls}/commands/create-custom-rule.ts`,
    find: "mode = 'shadow'",
    replace: "mode = 'live'",
    specs: [callSpec],
  },
  {
    what: 'units of campaigns that the rule is not for are resumed',
    file: `${calls}/commands/resume-custom-units.ts`,
    find: 'if (foreign.length > 0) throw',
    replace: 'if (foreign.length > keys.length) throw',
    specs: [callSpec],
  },
  {
    what: 'a unit of another team is left out by a rule',
    file: 'domain/src/campaigns/custom-rule/definition/reading/read-custom-rule.ts',
    find: 'return campaigns.has(campaign) ? []',
    replace: 'return campaigns.size >= 0 ? []',
    specs: ['api/src/automation/custom/custom-rules.int.spec.ts'],
  },
];
