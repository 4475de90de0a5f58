import { mostRefusedVersions } from '@tapwise/domain';
import { expect, it } from 'vitest';
import { countCall } from './refused-calls.ts';

it('refused calls are counted by version, and those beyond what an event names as of no version', () => {
  const calls = new Map<string, number>();
  for (let minor = 0; minor < 200; minor += 1) countCall(calls, `9.${minor}`);
  countCall(calls, '9.0');
  expect(calls.size).toBe(mostRefusedVersions);
  expect(calls.get('9.0')).toBe(2);
  expect([...calls.values()].reduce((sum, count) => sum + count, 0)).toBe(201);
  expect(calls.get('')).toBe(200 - (mostRefusedVersions - 1));
});
