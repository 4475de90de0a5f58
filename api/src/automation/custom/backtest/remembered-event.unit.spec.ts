import type { RecordedEvent } from '@tapwise/adapters';
import { type CustomRunEvent, createCustomAutomations, evolveCustomAutomations, readUnits } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import {
  dataOf,
  figuresOf,
  unitOf,
  versionOf,
  windowOf,
} from '../../../../../domain/src/campaigns/custom-rule/evaluation/sample-world.fixture.ts';
import {
  endedEvent,
  evaluationEvents,
} from '../../../../../domain/src/campaigns/custom-rule/run/run-events.fixture.ts';
import { rememberedEvent } from './remembered-event.ts';

const version = versionOf({
  cases: [{ when: { metric: 'taps', window: '7d', op: '>', value: 2 }, then: [{ do: 'status', to: 'paused' }] }],
});
const keys = ['700:710:720', '700:710:721', '700:710:722'];
const figures = new Map([
  ['7d', windowOf({ '700:710:720': figuresOf({ taps: 3 }), '700:710:721': figuresOf({ taps: 1 }) })],
]);
const data = dataOf({ figures, units: keys.map((key) => unitOf({ key })) });

const recorded = (event: CustomRunEvent, index: number): RecordedEvent => ({
  event,
  id: `${index}`,
  stream: 'customRuleRun-5.40.2026-11-21T09',
  revision: BigInt(index),
  position: BigInt(index),
  recordedAt: new Date(data.asOf),
});

describe('what is kept of a run of the past', () => {
  it('is what later runs depend on, without tests and without verdicts on units that were left as they are', () => {
    const events = [...evaluationEvents(version, data, { mode: 'shadow' }), endedEvent()].map(recorded);
    const kept = events.map(rememberedEvent);
    const remembered = (of: readonly RecordedEvent[]) => {
      const state = createCustomAutomations();
      for (const { event, position } of of) evolveCustomAutomations(state, event, position);
      return state;
    };
    expect(remembered(kept)).toEqual(remembered(events));
    expect(remembered(kept).runs.organizations.get('5.40')?.shadow.units.size).toBe(1);
    const verdicts = kept.flatMap(({ event }) =>
      event.type === 'CustomRuleVerdictsSuggested'
        ? [[readUnits(event.data).map(({ key }) => key), event.data.tests]]
        : [],
    );
    expect(verdicts).toEqual([[['700:710:720'], []]]);
  });
});
