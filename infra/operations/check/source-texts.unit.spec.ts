import { describe, expect, it } from 'vitest';
import { textProblems } from './source-texts.ts';

const story = 'workflows/src/pulls/pull-organization/pull-organization.story.ts';
const activities = 'workflows/src/pulls/pull-organization/pull-organization.activities.ts';
const ownClocks = [
  'const at = Date.now();',
  'const at = new Date().toISOString();',
  'const began = performance.now();',
  'setTimeout(() => undefined, 1000);',
  'const chance = Math.random();',
  'const id = crypto.randomUUID();',
];

describe('the rules about source texts', () => {
  it.each(ownClocks)('refuse a story that has a clock or a chance of its own: %s', (text) => {
    expect(textProblems(story, text)).toEqual([`${story}: a story has no clock and no chance of its own`]);
    expect(textProblems(activities, text)).toEqual([]);
  });

  it('accept a story that asks its steps', () => {
    expect(textProblems(story, 'await steps.sleepUntil(steps.now() + 1000);')).toEqual([]);
  });

  it('refuse statements of SQL beside other code, and a second reader of the environment', () => {
    expect(textProblems('api/src/reports/a.ts', "const rows = 'SELECT 1';")).toHaveLength(1);
    expect(textProblems('projections/src/reading/a.queries.ts', "const rows = 'SELECT 1';")).toEqual([]);
    expect(textProblems('api/src/reports/a.ts', 'const port = process.env.PORT;')).toHaveLength(1);
  });

  it('refuse a file of more than 300 lines', () => {
    expect(textProblems('api/src/reports/a.ts', 'x;\n'.repeat(300))).toEqual([]);
    expect(textProblems('api/src/reports/a.ts', 'x;\n'.repeat(301))).toEqual(['api/src/reports/a.ts: 301 lines']);
  });
});
