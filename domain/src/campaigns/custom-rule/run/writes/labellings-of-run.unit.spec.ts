import { describe, expect, it } from 'vitest';
import { fold } from '../../../../shared/decider.ts';
import { dataOf, unitOf, versionOf } from '../../evaluation/sample-world.fixture.ts';
import { customRunDecider } from '../custom-run.decider.ts';
import { evaluationEvents } from '../run-events.fixture.ts';
import { labellingsOfCustomRun, settledLabels } from './labellings-of-run.ts';
import { mergeSettledUnits } from './rows-of-run.ts';

const when = { metric: 'cpt_bid', op: '>', value: 0 };
const data = dataOf({
  units: [unitOf({ labels: [4] }), unitOf({ key: '700:710:721', labels: [3] }), unitOf({ key: '700:710:722' })],
  labels: new Map([
    [3, 'Star'],
    [4, 'Weak'],
  ]),
});

function labellings(action: object, mode: 'live' | 'shadow' = 'live') {
  const version = versionOf({ cases: [{ when, then: [{ do: 'label', ...action }] }] });
  return labellingsOfCustomRun(fold(customRunDecider, evaluationEvents(version, data, { mode })), version.rule);
}

describe('the changes of labels of a run', () => {
  it('are one for each label and direction, of the units that it changes, removals first', () => {
    const keys = ['700:710:720', '700:710:722'];
    expect(labellings({ add: 3, remove: 4 })).toEqual([
      { label_id: 4, add: false, keys },
      { label_id: 3, add: true, keys },
    ]);
    expect(labellings({ remove: 4 })).toEqual([{ label_id: 4, add: false, keys: ['700:710:720'] }]);
  });

  it('are none in shadow', () => expect(labellings({ add: 3 }, 'shadow')).toEqual([]));

  it('end as one outcome of each unit beside those of its other actions: the part that was not done', () => {
    const rows = (add: boolean, ...outcomes: ('changed' | 'unchanged' | 'refused')[]) =>
      settledLabels({ rows: outcomes.map((outcome, index) => ({ key: `700:710:${index}`, add, outcome })) });
    const bid = { do: 'bid' as const, outcome: 'changed' as const, message: null };
    const removed = rows(false, 'changed', 'unchanged', 'changed');
    const added = rows(true, 'refused', 'changed', 'unchanged');
    const done = { do: 'label', outcome: 'changed', message: null };
    expect(mergeSettledUnits([{ key: '700:710:0', actions: [bid] }, ...removed, ...added])).toEqual([
      { key: '700:710:0', actions: [bid, { do: 'label', outcome: 'refused', message: 'At most 10 labels' }] },
      { key: '700:710:1', actions: [done] },
      { key: '700:710:2', actions: [done] },
    ]);
  });
});
