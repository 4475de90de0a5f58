import { describe, expect, it } from 'vitest';
import { readCustomRule } from '../../../../../../../domain/src/campaigns/custom-rule/definition/reading/read-custom-rule.ts';
import { sampleContext } from '../../../../../../../domain/src/campaigns/custom-rule/sample-rules.fixture.ts';
import {
  fillTemplate,
  ruleTemplates,
} from '../../../../../../../domain/src/campaigns/custom-rule/templates/rule-templates.ts';
import { metricsByName as metrics } from '../../../../../testing/fixtures/custom-rule-fixtures.ts';
import type { EnteredNode, EnteredRule } from '../../api/entered-rule.ts';
import { childPath, conditionsPath } from './draft-paths.ts';
import type { DraftParam, GroupDraft, RuleDraft } from './draft-types.ts';
import { newTest, withMovedCase, withWord, wordOfGroup } from './edit-draft.ts';
import { faultAt, faultsBelow, faultsElsewhere } from './fault-texts.ts';
import { keepDraft, parseKeptDraft, readKeptDraft } from './kept-draft.ts';
import { draftOfRule, draftOfTemplate } from './read-draft.ts';
import { ruleOfDraft } from './write-rule.ts';

const values = { $cpa: 3, $roas: 1.2, $limit: 20, $min: 0.3, $max: 2.5, $camp: 700, $label: 1 };
const entered = (rule: unknown): EnteredRule => rule as EnteredRule;
const typed = (param: DraftParam): string => {
  const number = values[param.name as keyof typeof values];
  return String(param.unit === 'fraction' ? number * 100 : number);
};

const rule = (when: EnteredNode): EnteredRule => ({
  level: 'keyword',
  cases: [{ when, then: [{ do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 }] }],
});
const test = { metric: 'cpa', window: '7d', op: '>', value: 3 } as const;
const draftOf = (when: EnteredNode): RuleDraft => draftOfRule(rule(when), 'Rule', {}, metrics);
const conditionsOf = (draft: RuleDraft): GroupDraft => {
  const when = draft.cases[0]?.when;
  if (when === undefined) throw new Error('The draft has no case');
  return when;
};

describe('a draft of a rule', () => {
  it.each(ruleTemplates)('of the template $id is that rule once what it asks for is entered', (template) => {
    const empty = draftOfTemplate(
      { ...template, rule: entered(template.rule), params: [...template.params] },
      {},
      metrics,
    );
    const draft = { ...empty, params: empty.params.map((param) => ({ ...param, text: typed(param) })) };
    const written = ruleOfDraft(draft, metrics);
    expect(written.faults).toEqual([]);
    expect(readCustomRule(written.rule, sampleContext)).toEqual(
      readCustomRule(fillTemplate(template, values), sampleContext),
    );
    if (template.params.length > 0) expect(ruleOfDraft(empty, metrics).rule).toBeNull();
  });

  it.each<[string, EnteredRule]>([
    [
      'a campaign',
      {
        level: 'campaign',
        claim_type: 'total',
        cases: [
          {
            when: {
              metric: 'spend',
              window: '1d',
              op: '>',
              per_day: true,
              than: { window: '14d-1', times: 1.5, plus: -2 },
            },
            then: [
              { do: 'daily_budget', how: 'raise', amount: 5 },
              { do: 'label', add: 1, remove: 2 },
              { do: 'notify' },
            ],
            once: true,
          },
        ],
        guards: { floors: { installs: 8 }, cooldown_days: 3, max_share: 0.25, raise_per_day: 50 },
        priority: 400,
      },
    ],
    [
      'an ad group',
      {
        level: 'ad_group',
        cases: [
          {
            when: { metric: 'cpa', window: '7d-mature', op: 'between', values: [2, 4], floor: 9 },
            then: [{ do: 'cpa_goal', how: 'set', value: 3 }],
          },
          { when: { metric: 'cpt_bid', op: 'not_empty' }, then: [{ do: 'status', to: 'running', any: true }] },
        ],
        schedule: { hours: [3, 9], weekdays: [1, 5] },
      },
    ],
    [
      'a search term',
      {
        level: 'search_term',
        scope: {
          name: { contains: ['sleep'], lacks: ['free'] },
          status: ['paused', 'running'],
          labels: { none: [1] },
          except: ['700:710:t:x'],
        },
        cases: [
          {
            when: { metric: 'cpa', of: 'scope', window: 'life', op: '<=', value: 3, at_least: true },
            then: [{ do: 'add_keyword', campaign_id: 700, ad_group_id: 710, bid: { value: 1.2 }, negate: false }],
          },
          { when: { metric: 'taps', window: '30d', op: '=', value: 0 }, then: [{ do: 'negative', at: 'ad_group' }] },
        ],
      },
    ],
  ])('of %s gives back the rule it is made of', (_, asEntered) => {
    const saved = readCustomRule(asEntered, sampleContext);
    const written = ruleOfDraft(draftOfRule(entered(saved), 'Rule', {}, metrics), metrics);
    expect(readCustomRule(written.rule, sampleContext)).toEqual(saved);
  });

  it.each<[string, EnteredNode]>([
    ['a condition alone', test],
    ['a negated condition', { not: { not: test } }],
    ['a negated group', { not: { any: [test, { all: [test, { not: test }] }] } }],
    ['a group of one', { all: [test] }],
  ])('keeps %s as it is, so that nothing has changed where nobody changed it', (_, when) => {
    const saved = readCustomRule(rule(when), sampleContext);
    const { rule: written } = ruleOfDraft(draftOf(when), metrics);
    expect(readCustomRule(written, sampleContext).cases).toEqual(saved.cases);
  });

  it('shows fractions in percent and sends them exactly', () => {
    const draft = draftOf({ metric: '7d_impression_share', op: '<', value: 0.07 });
    expect(conditionsOf(draft).children[0]).toMatchObject({ value: '7' });
    expect(ruleOfDraft(draft, metrics).rule?.cases[0]?.when).toMatchObject({ value: 0.07 });
  });

  it('says what is missing at its path in the rule', () => {
    const draft = draftOf({ any: [{ ...test, value: undefined }, { not: { ...test, value: '3,00' } }] });
    const [first] = draft.cases;
    const action = first?.then[0];
    if (first === undefined || action === undefined) throw new Error('The draft has no action');
    const { faults } = ruleOfDraft({ ...draft, cases: [{ ...first, then: [{ ...action, max: '' }] }] }, metrics);
    expect(faults).toEqual([
      { path: 'cases[0].when.any[0].value', message: 'Enter a number' },
      { path: 'cases[0].when.any[1].not.value', message: 'Enter a number' },
      { path: 'cases[0].then[0].max', message: 'Enter the lowest and the highest bid' },
    ]);
    expect(
      ruleOfDraft({ ...draft, cases: [{ ...first, then: [], when: { ...first.when, children: [] } }] }, metrics).faults,
    ).toEqual([
      { path: 'cases[0].when', message: 'Add at least one condition' },
      { path: 'cases[0].then', message: 'Add at least one action' },
    ]);
  });

  it('shows what the server refused where it is, and the rest over the rule', () => {
    const faults = [
      { path: 'cases[0].when.all[1].window', message: 'CPA needs a time range' },
      { path: 'cases[0].when.all[10].window', message: 'other' },
      { path: 'level', message: 'Copy the rule to change its level' },
    ];
    expect(faultAt(faults, 'cases[0].when.all[1].window')).toBe('CPA needs a time range');
    expect(faultsBelow(faults, 'cases[0].when.all[1]')).toEqual(['CPA needs a time range']);
    expect(faultsElsewhere(faults)).toEqual(['Copy the rule to change its level']);
  });
});

describe('editing a draft', () => {
  it('writes a group around a condition that was alone once there are two', () => {
    const draft = draftOf(test);
    const alone = conditionsOf(draft);
    const when = { ...alone, children: [...alone.children, newTest('spend', '7d')] };
    expect(childPath(conditionsPath(0), conditionsOf(draft), 0)).toBe('cases[0].when');
    expect(childPath(conditionsPath(0), when, 1)).toBe('cases[0].when.all[1]');
  });

  it('joins conditions in four ways', () => {
    const when = conditionsOf(draftOf({ all: [test] }));
    for (const word of ['all', 'any', 'none', 'notAll'] as const) expect(wordOfGroup(withWord(when, word))).toBe(word);
    expect(withWord(when, 'none')).toMatchObject({ join: 'any', nots: 1 });
  });

  it('moves cases, and none over an end', () => {
    const two = {
      ...draftOf(test),
      cases: [draftOf(test).cases[0], draftOf(test).cases[0]].filter((c) => c !== undefined),
    };
    const [first, second] = two.cases.map((ruleCase, index) => ({ ...ruleCase, id: String(index) }));
    if (first === undefined || second === undefined) throw new Error('There are not two cases');
    const draft = { ...two, cases: [first, second] };
    expect(withMovedCase(draft, '0', 1).cases.map(({ id }) => id)).toEqual(['1', '0']);
    expect(withMovedCase(draft, '0', -1)).toBe(draft);
  });
});

describe('a draft that is kept', () => {
  it('is not taken where another version of the page has left it, or something else', () => {
    expect(parseKeptDraft(null)).toBeNull();
    expect(parseKeptDraft('no json')).toBeNull();
    expect(parseKeptDraft('{"form":0,"draft":{"cases":[]},"at":1,"version":null}')).toBeNull();
    expect(parseKeptDraft('{"form":1,"draft":{"cases":[]},"at":1,"version":null}')).not.toBeNull();
  });

  it('works where the browser keeps nothing', () => {
    const owner = { accountId: 1, applicationId: 1, ruleId: null };
    keepDraft(owner, { draft: draftOf(test), at: 1, version: null });
    expect(readKeptDraft(owner)).toBeNull();
  });
});
