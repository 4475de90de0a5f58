import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuidV5 } from '@tapwise/adapters';
import { type AlertEpisode, alertMessageSpace } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import {
  builtInAlertId,
  builtInFacts,
  builtInKinds,
} from '../../domain/src/campaigns/alert/settings/built-in-kinds.ts';
import { readCustomRule } from '../../domain/src/campaigns/custom-rule/definition/reading/read-custom-rule.ts';
import { parseWindow } from '../../domain/src/campaigns/custom-rule/definition/windows.ts';
import { sampleContext } from '../../domain/src/campaigns/custom-rule/sample-rules.fixture.ts';
import { ruleTemplates } from '../../domain/src/campaigns/custom-rule/templates/rule-templates.ts';
import { readReportDefinition } from '../../domain/src/figures/scheduled-report/definition/read-report-definition.ts';
import { webhookBody } from '../../workflows/src/campaigns/send-alerts/alert-words.ts';

const page = (name: string): string =>
  readFileSync(join(import.meta.dirname, `../../web/content/docs/${name}.md`), 'utf8');

/** The only JSON of a page. */
function exampleOf(text: string): unknown {
  const [example, ...others] = [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  expect(others).toEqual([]);
  return JSON.parse(example ?? '');
}

/** Rows of the table below a heading. */
const tableOf = (text: string, heading: string): string[][] =>
  (text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '));

describe('the page about rules', () => {
  const text = page('own_rules');

  it('has every template, with what it is for and what may go wrong', () => {
    expect(tableOf(text, 'Templates')).toEqual(ruleTemplates.map(({ name, use, risk }) => [name, use, risk]));
  });

  it('has an example that can be saved, and time ranges that there are', () => {
    expect(readCustomRule(exampleOf(text), sampleContext)).toMatchObject({ level: 'keyword', priority: 500 });
    const ranges = tableOf(text, 'Time ranges').flatMap(([names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    expect([...new Set(ranges.map((range) => parseWindow(range).kind))].sort()).toEqual([
      'change',
      'days',
      'life',
      'mature',
      'start',
      'today',
    ]);
  });
});

describe('the page about alerts', () => {
  const text = page('alerts');

  it('has every alert that is there from the start, with its severity', () => {
    expect(tableOf(text, 'What is watched').map(([name, , severity]) => [name, severity])).toEqual(
      builtInKinds.map((kind) => [builtInFacts[kind].name, builtInFacts[kind].severity]),
    );
  });

  it('has the body and the id of a webhook as they are sent', () => {
    const firedAt = Date.parse('2026-11-23T12:00:00.000Z');
    const episode: AlertEpisode = {
      episode_id: '5b3c9a52-0c8e-5a6e-8f2a-64f0b1c2d3e4',
      alert_id: builtInAlertId(3, 'spend_spike'),
      application_id: 3,
      key: '700000001',
      name: 'US Brand',
      alert_name: builtInFacts.spend_spike.name,
      severity: builtInFacts.spend_spike.severity,
      slot: '',
      value: 182_500_000,
      limit: 114_000_000,
      unit: 'money',
      currency: 'EUR',
      window: null,
      spend: 0,
      text: '',
      text_without_amounts: '',
      before: [],
      changes: 1,
      changesSince: firedAt,
      firedAt,
      firing: 'fired',
      recoveredAt: null,
      recovery: 'recovered',
      closedAt: null,
      acknowledged: null,
    };
    const item = { episode_id: episode.episode_id, kind: 'fired' as const, number: 1 };
    const context = { withoutAmounts: false, publicUrl: 'https://tapwise.example' };
    expect(webhookBody({ form: 'single', items: [item] }, [{ episode, item, counted: 0 }], context)).toEqual(
      exampleOf(text),
    );
    expect(text).toContain(`namespace \`${alertMessageSpace}\``);
    const channel = /in the channel `([^`]+)`/.exec(text)?.[1];
    expect(text).toContain(`\`${uuidV5(alertMessageSpace, `${episode.episode_id} fired ${channel}`)}\``);
  });
});

describe('the page about scheduled reports', () => {
  it('has an example that can be saved', () => {
    const { report, recipients } = readReportDefinition(exampleOf(page('scheduled_reports')), () => 'UTC');
    expect([report.name, recipients]).toEqual(['Weekly spend', [{ account_id: 17 }, { email: 'cfo@example.com' }]]);
  });
});
