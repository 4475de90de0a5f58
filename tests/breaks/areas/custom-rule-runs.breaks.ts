import type { Break } from '../break.ts';

const folder = 'domain/src/campaigns/custom-rule';
const runs = `${folder}/run/custom-runs.unit.spec.ts`;
const rows = `${folder}/run/writes/rows-of-run.unit.spec.ts`;
const terms = `${folder}/run/writes/run-terms.unit.spec.ts`;
const mails = 'workflows/src/accounts/send-mail/causes/custom-rule-mails.unit.spec.ts';
const whole = 'tests/contexts/automation/custom-rule-runs.int.spec.ts';
const labels = 'tests/contexts/automation/custom-rule-labels.int.spec.ts';

/** How rules that people write are run: recorded before anything is sent, once, and remembered. */
export const customRuleRunsBreaks: readonly Break[] = [
  {
    what: 'nobody hears of a held run',
    file: 'workflows/src/accounts/send-mail/causes/custom-rule-mails.ts',
    find: "state === 'held' && problem !== null",
    replace: "state === 'stopped' && problem !== null",
    specs: [mails],
  },
  {
    what: 'a person is mailed that a person paused a rule',
    file: 'workflows/src/accounts/send-mail/causes/custom-rule-mails.ts',
    find: 'changed_by === null && problem !== null',
    replace: 'problem !== null',
    specs: [mails],
  },
  {
    what: 'an evaluation that was cut short is completed by another one',
    file: `${folder}/run/custom-run.decider.ts`,
    find: 'return state.start.as_of === start.data.as_of ? events.slice(1 + state.parts) : [];',
    replace: 'return events.slice(1 + state.parts);',
    specs: [runs],
  },
  {
    what: 'changes are sent before all verdicts are recorded',
    file: `${folder}/run/custom-run.decider.ts`,
    find: 'start !== null && parts >= start.parts;',
    replace: 'start !== null && parts >= 0;',
    specs: [runs],
  },
  {
    what: 'a held run is sent',
    file: `${folder}/run/writes/rows-of-run.ts`,
    find: "if (start === null || start.mode !== 'live' || start.held !== null) return [];",
    replace: "if (start === null || start.mode !== 'live') return [];",
    specs: [rows, whole],
  },
  {
    what: 'a rule in shadow writes',
    file: `${folder}/run/writes/rows-of-run.ts`,
    find: "if (start === null || start.mode !== 'live' || start.held !== null) return [];",
    replace: 'if (start === null || start.held !== null) return [];',
    specs: [rows, whole],
  },
  {
    what: 'the write of a keyword that follows its ad group is based on the bid of that',
    file: `${folder}/run/writes/rows-of-run.ts`,
    find: 'base: unit.follows ? null : old,',
    replace: 'base: old,',
    specs: [rows],
  },
  {
    what: 'a change that was refused cools the rule down',
    file: `${folder}/run/settled-verdict.ts`,
    find: "name === action.do && (outcome === 'changed' || outcome === 'unknown')",
    replace: "name === action.do && outcome !== 'unchanged'",
    specs: [runs],
  },
  {
    what: 'a number that is less than the one before comes back as more',
    file: `${folder}/run/record/steps.ts`,
    find: 'before += read % 2 === 1 ? -(read + 1) / 2 : read / 2;',
    replace: 'before += read % 2 === 1 ? (read + 1) / 2 : read / 2;',
    specs: [`${folder}/run/record/column.unit.spec.ts`, runs],
  },
  {
    what: 'a number that needs more than six decimals is recorded with six',
    file: `${folder}/run/record/column.ts`,
    find: 'if (scaled !== null && (!isStepped(scaled) || scaled / scale !== value)) return undefined;',
    replace: 'if (scaled !== null && !isStepped(scaled)) return undefined;',
    specs: [`${folder}/run/record/column.unit.spec.ts`],
  },
  {
    what: 'what was suggested in shadow holds the live rule',
    file: `${folder}/run/rule-memory-of.ts`,
    find: 'const changes = inOrganization[mode];',
    replace: "const changes = inOrganization[mode === 'live' ? 'shadow' : 'live'];",
    specs: [runs],
  },
  {
    what: 'a change of a rule that a pull saw first is taken for that of a person',
    file: `${folder}/trail/trailed-campaign.ts`,
    find: 'draft.claim(setting, { actor: by, sentAt: Date.parse(sentAt) });',
    replace: '',
    specs: [`${folder}/trail/trailed-campaign.unit.spec.ts`],
  },
  {
    what: 'a unit that an earlier rule of the slot paused is judged as running',
    file: `${folder}/units/campaign-units.ts`,
    find: 'statuses.get(key) ?? status',
    replace: 'status',
    specs: [`${folder}/units/campaign-units.unit.spec.ts`],
  },
  {
    what: 'of two rules the one with the higher number goes first',
    file: `${folder}/run/earlier-rules.ts`,
    find: '(other.rule.priority < priority ||',
    replace: '(other.rule.priority > priority ||',
    specs: [whole],
  },
  {
    what: 'search terms of a rule in shadow are bought',
    file: `${folder}/run/writes/terms-of-run.ts`,
    find: "start.mode !== 'live' || ",
    replace: '',
    specs: [terms],
  },
  {
    what: 'a term is blocked before it is bought where another unit blocks it',
    file: `${folder}/run/writes/plan-run-terms.ts`,
    find: 'draft.block(text, { campaignId, ad_group_id }, draft.boughtAt(text));',
    replace: 'draft.block(text, { campaignId, ad_group_id }, undefined);',
    specs: [terms],
  },
  {
    what: 'a campaign blocks what it buys',
    file: `${folder}/run/writes/term-plan-draft.ts`,
    find: 'blocked.has(name) || blocksKeyword(text, owner)',
    replace: 'blocked.has(name)',
    specs: [terms],
  },
  {
    what: 'the creation of a rule waits for the release of Stop all',
    file: 'domain/src/campaigns/creation/creation-steps.ts',
    find: 'creation.request.rule !== undefined && !hasOpenCalls(creation)',
    replace: 'false',
    specs: [terms],
  },
  {
    what: 'a negative that a person removed does not release its term',
    file: `${folder}/units/term-units.ts`,
    find: "...(negative.length === 0 ? {} : { negative: ordered(negative, 'negative') }),",
    replace: '',
    specs: [`${folder}/units/term-units.unit.spec.ts`],
  },
  {
    what: 'a rule buys again what a person deleted',
    file: `${folder}/trail/campaign-values.ts`,
    find: "value: deleted ? null : 'EXISTS',",
    replace: "value: 'EXISTS',",
    specs: [`${folder}/units/term-units.unit.spec.ts`],
  },
  {
    what: 'a rule switches on a keyword that a person paused after the run looked at it',
    file: `${folder}/run/writes/term-plan-draft.ts`,
    find: 'if (isContested && there?.there.paused !== false) return;',
    replace: '',
    specs: [terms],
  },
  {
    what: 'a term is bought although a negative of the target blocks it',
    file: `${folder}/units/term-index.ts`,
    find: "if (index.blocked.has(key)) return 'Blocked by a negative keyword of this campaign';",
    replace: '',
    specs: [`${folder}/units/term-units.unit.spec.ts`],
  },
  {
    what: 'labels of a rule in shadow are written',
    file: `${folder}/run/writes/labellings-of-run.ts`,
    find: "if (start === null || start.mode !== 'live' || start.held !== null) return [];",
    replace: 'if (start === null || start.held !== null) return [];',
    specs: [`${folder}/run/writes/labellings-of-run.unit.spec.ts`, labels],
  },
  {
    what: 'a label that a person took back is given again',
    file: `${folder}/holds/taken-back.ts`,
    find: 'change.from === to && change.to === from,',
    replace: 'change.from === to && change.to === to,',
    specs: [`${folder}/holds/holds.unit.spec.ts`],
  },
  {
    what: 'two processes label the units of a run twice',
    file: 'workflows/src/campaigns/run-custom-rule/custom-run-labels.ts',
    find: 'return { change_id: eventIdFrom(cause), labelling };',
    replace: 'return { change_id: eventIdFrom(cause + process.hrtime.bigint()), labelling };',
    specs: [labels],
  },
];
