import type { ChangeRequest } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { sampleRequest } from '../../../../domain/src/campaigns/change/sample-change.fixture.ts';
import type { LogEvent } from '../../start/request-kind.ts';
import type { ProcessRunner } from '../../story/process-runner.ts';
import { changeRequests } from './apply-change.requests.ts';

const { begun, woken } = changeRequests(
  () => false,
  (id) => id === 13,
);

/** Ids of the processes that the end of a change by this actor wakes. */
async function wokenByEnd(actor: ChangeRequest['actor']): Promise<string[]> {
  const ids: string[] = [];
  const runner: ProcessRunner = {
    engine: 'local',
    start: async () => undefined,
    wake: async (contract, input) => void ids.push(contract.id(input)),
  };
  await begun({ type: 'ChangeRequested', data: sampleRequest([], { actor }) })?.wakesAtEnd?.(runner);
  return ids;
}

describe('the end of a change', () => {
  it('wakes the rule in its organization whose change it is', async () => {
    const rule = { kind: 'rule', account_id: null, source: '12.3.2026-03-27T09' } as const;
    expect(await wokenByEnd(rule)).toEqual(['run-automation/12.9']);
    const custom = { ...rule, source: '13.3.2026-03-27T09' };
    expect(await wokenByEnd(custom)).toEqual(['run-custom-rule/13.9']);
  });

  it('wakes no rule where a person asked for it', async () => {
    expect(await wokenByEnd({ kind: 'person', account_id: 17, source: null })).toEqual([]);
  });
});

describe('the release of Stop all', () => {
  it('wakes every change that is open', () => {
    const data = { team_id: 4, application_id: 3, released_by: 17, released_at: '2026-11-23T06:00:00.000Z' };
    const released: LogEvent = { type: 'AutomaticWorkReleased', data };
    expect(woken?.(released)).toBe('all');
    expect(woken?.({ type: 'ChangeRequested', data: sampleRequest([]) })).toBeUndefined();
  });
});
