import { type CreationSummary, creationDecider, termDecisionDecider } from '@tapwise/domain';
import { expect, it } from 'vitest';
import { readTermDecisions } from './read-term-decisions.ts';

const summary = (creation_id: string, campaign_ids: readonly number[]): CreationSummary => ({
  creation_id,
  request_id: creation_id,
  application_id: 7,
  org_id: 40,
  call: 'skag_campaign',
  kind: 'filter',
  name: '',
  body_hash: '',
  primary: 0,
  campaign_ids,
  offset: 0,
  total: 1,
  status: 'completed',
  claimed: true,
  checked: true,
  created: 1,
  skipped: 0,
  duplicates: 0,
  error_message: null,
  started_at: '2026-11-12T08:00:00.000Z',
  ended_at: null,
});

it('reads a creation that is about several campaigns once, and none about others', async () => {
  const streams: string[] = [];
  const memoryOf = <State>(state: State) => ({
    current: async (stream: string) => {
      streams.push(stream);
      return { state, revision: undefined };
    },
  });
  const summaries = [summary('both', [1, 2]), summary('first', [1]), summary('other', [3])];
  const sources = {
    creations: {
      caughtUp: Promise.resolve(),
      state: new Map(summaries.map((creation) => [creation.creation_id, creation])),
    },
    creationStates: memoryOf(creationDecider.initialState()),
    decisions: memoryOf(termDecisionDecider.initialState()),
  };
  const decisions = await readTermDecisions(sources, [1, 2]);
  expect([...decisions.keys()]).toEqual([1, 2]);
  expect(streams.filter((stream) => stream.startsWith('creation-'))).toEqual(['creation-both', 'creation-first']);
});
