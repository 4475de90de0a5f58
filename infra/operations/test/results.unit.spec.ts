import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPlaywright, readVitest } from './results.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapwise-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('results of vitest', () => {
  it('name each test that failed, and a file that could not be loaded, with the first message', () => {
    const file = report({
      numPassedTests: 2,
      numFailedTests: 1,
      testResults: [
        {
          name: 'a.unit.spec.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'a is one', failureMessages: [] },
            { status: 'failed', fullName: 'a is two', failureMessages: ['expected 1 to be 2', 'again'] },
          ],
        },
        { name: 'b.unit.spec.ts', status: 'failed', message: 'no such file', assertionResults: [] },
      ],
    });
    expect(readVitest(file)).toEqual({
      passed: 2,
      failed: 1,
      failures: [
        { test: 'a.unit.spec.ts > a is two', message: 'expected 1 to be 2' },
        { test: 'b.unit.spec.ts', message: 'no such file' },
      ],
    });
  });

  it('are none of a run that ended before its report', () => {
    expect(readVitest(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, failures: [] });
  });
});

it('results of stories name those that failed, and count a pass at the second try as a failure', () => {
  const story = (title: string, ok: boolean, message?: string) => ({
    title,
    ok,
    file: 'a.e2e.spec.ts',
    tests: [{ results: [message === undefined ? {} : { error: { message } }] }],
  });
  const file = report({
    stats: { expected: 3, unexpected: 1, flaky: 1 },
    suites: [{ specs: [story('opens', true)], suites: [{ specs: [story('closes', false, 'still open')] }] }],
  });
  const failures = [{ test: 'a.e2e.spec.ts > closes', message: 'still open' }];
  expect(readPlaywright(file)).toEqual({ passed: 3, failed: 2, failures });
});
