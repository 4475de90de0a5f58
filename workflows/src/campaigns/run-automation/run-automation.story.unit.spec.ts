import { describe, expect, it } from 'vitest';
import type { Steps } from '../../story/steps.ts';
import type { NextSlot, RunAutomationInput, SlotEvaluation } from '../rule-runs/rule-run.ts';
import type { RunAutomationActivities } from './run-automation.contract.ts';
import { runAutomation } from './run-automation.story.ts';

const rule = { automation_id: 5, org_id: 40 };
const run = { ...rule, slot: '2026-03-27T09', slot_at: 1 };
const none: NextSlot = { run: null, missed: 0, pause_seconds: null };

interface Script {
  /** What the log says, pass after pass; the rule is over then. */
  readonly slots: readonly NextSlot[];
  readonly evaluations?: readonly SlotEvaluation[];
  /** How often the changes of a run are found to be open. */
  readonly openFor?: number;
  /** Whether something wakes the story when it is about to end. */
  readonly wokenAtEnd?: boolean;
}

/** @returns the steps that the story did and its pauses, in their order. */
async function stepsOf({ slots, evaluations = [], openFor = 0, wokenAtEnd = false }: Script): Promise<string[]> {
  const steps: string[] = [];
  const nextSlots = [...slots];
  const nextEvaluations = [...evaluations];
  let open = openFor;
  let woken = wokenAtEnd;
  const step = <Result>(name: string, result: Result): Promise<Result> => {
    steps.push(name);
    return Promise.resolve(result);
  };
  const call: RunAutomationActivities = {
    readNextSlot: () => step('read', nextSlots.shift() ?? none),
    recordMissedSlots: () => step('miss', undefined),
    evaluateSlot: () => step('evaluate', nextEvaluations.shift() ?? { state: 'decided' }),
    requestRaises: () => step('request', undefined),
    followRaises: () => {
      open -= 1;
      return step('follow', { settled: open < 0 });
    },
    recordRunEnd: () => step('end', undefined),
  };
  const untilWoken = async (seconds: number): Promise<boolean> => {
    if (seconds > 0) steps.push(`${seconds} s`);
    const wasWoken = seconds === 0 && woken;
    if (wasWoken) woken = false;
    return wasWoken;
  };
  const sleep = async () => undefined;
  const continueWith = async () => undefined;
  const all: Steps<RunAutomationInput, RunAutomationActivities> = {
    call,
    untilWoken,
    sleep,
    sleepUntil: sleep,
    continueWith,
    now: () => 0,
  };
  await runAutomation(all, rule);
  return steps;
}

describe('the story of a rule', () => {
  it('waits for its slot, runs it, follows its changes and records the end, until the rule is over', async () => {
    const slots = [
      { ...none, pause_seconds: 600 },
      { ...none, run },
    ];
    expect(await stepsOf({ slots, openFor: 2 })).toEqual([
      'read',
      '600 s',
      'read',
      'evaluate',
      'request',
      'follow',
      '1 s',
      'follow',
      '2 s',
      'follow',
      'end',
      'read',
    ]);
  });

  it('records missed slots before it goes on', async () => {
    const slots = [{ run, missed: 2, pause_seconds: null }];
    const steps = ['read', 'miss', 'evaluate', 'request', 'follow', 'end', 'read'];
    expect(await stepsOf({ slots })).toEqual(steps);
  });

  it('looks at the slot again when figures were not fresh, and sends nothing for one that is left out', async () => {
    const slots = [
      { ...none, run },
      { ...none, run },
    ];
    const evaluations: SlotEvaluation[] = [{ state: 'waiting', pause_seconds: 5 }, { state: 'left_out' }];
    expect(await stepsOf({ slots, evaluations })).toEqual(['read', 'evaluate', '5 s', 'read', 'evaluate', 'read']);
  });

  it('does not end when it is woken just then', async () => {
    expect(await stepsOf({ slots: [], wokenAtEnd: true })).toEqual(['read', 'read']);
  });

  it('is woken by the end of a change, and asks by itself ever more rarely, once a minute at last', async () => {
    const pauses = (await stepsOf({ slots: [{ ...none, run }], openFor: 9 })).filter((step) => step.endsWith(' s'));
    expect(pauses).toEqual(['1 s', '2 s', '4 s', '8 s', '16 s', '32 s', '60 s', '60 s', '60 s']);
  });
});
