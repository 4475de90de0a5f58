import { describe, expect, it } from 'vitest';
import { readCustomRule } from '../definition/reading/read-custom-rule.ts';
import { firstFault } from '../definition/reading/rule-faults.fixture.ts';
import { sampleContext } from '../sample-rules.fixture.ts';
import { fillTemplate, ruleTemplates } from './rule-templates.ts';

const values = { $cpa: 3, $roas: 1.2, $limit: 20, $min: 0.3, $max: 2.5, $camp: 700, $label: 1 };

describe('templates of rules', () => {
  it('are these', () => {
    expect(ruleTemplates.map(({ id, params }) => `${id} ${params.map(({ name }) => name).join(' ')}`.trim())).toEqual([
      'waste $limit $min $max',
      'stop_waste $limit',
      'wake $cpa',
      'stop_loss $limit',
      'to_cpa $cpa $min $max',
      'to_roas $roas $min $max',
      'two_way $cpa $min $max',
      'win_share $roas $min $max',
      'harvest $cpa $camp $min $max',
      'block',
      'more_budget $roas $min $max',
      'stars $roas $label',
    ]);
  });

  it.each(ruleTemplates)('$id can be saved once it is filled in', (template) => {
    const filled = fillTemplate(template, values);
    expect(readCustomRule(filled, sampleContext)).toMatchObject({ level: template.rule.level });
    expect(JSON.stringify(filled)).not.toContain('$');
  });

  it.each(ruleTemplates.filter(({ params }) => params.length > 0))('$id says what is missing', (template) => {
    expect(firstFault(fillTemplate(template, {}))).toMatch(/^(?:cases|scope)/);
  });

  it('leave nothing of one filling to the next', () => {
    const [template] = ruleTemplates;
    if (template === undefined) throw new Error('There are no templates');
    fillTemplate(template, values);
    expect(fillTemplate(template, { ...values, $limit: 40 })).toMatchObject({
      cases: [{ when: { all: [{ value: 40 }, { value: 0 }] } }],
    });
  });
});
