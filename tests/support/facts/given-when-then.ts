import { expect } from 'vitest';

/** What a decider needs to be tested; any type with this form will do. */
export interface TestedDecider<State, Event> {
  initialState(): State;
  evolve(state: State, event: Event): State;
}

/** What is claimed about a decision. */
export interface Outcome<Event> {
  /** Exactly these events, in order. */
  thenEvents(...events: Event[]): void;
  /** Nothing to do: no event and no refusal. */
  thenNothing(): void;
  /** A refusal with this code, and with this sentence when one is given. */
  thenRefused(code: string, message?: string): void;
}

/** A specification of one decision: given what happened, when this is asked, then this follows. */
export function given<State, Event>(
  decider: TestedDecider<State, Event>,
  ...past: Event[]
): { when(decide: (state: State) => readonly Event[]): Outcome<Event>; state(): State } {
  const state = () => past.reduce((folded, event) => decider.evolve(folded, event), decider.initialState());
  return {
    state,
    when: (decide) => ({
      thenEvents: (...events) => expect(decide(state())).toEqual(events),
      thenNothing: () => expect(decide(state())).toEqual([]),
      thenRefused(code, message) {
        const refusal = refusalOf(() => decide(state()));
        expect(refusal).toMatchObject(message === undefined ? { code } : { code, message });
      },
    }),
  };
}

function refusalOf(decide: () => unknown): unknown {
  let events: unknown;
  try {
    events = decide();
  } catch (error) {
    return error;
  }
  return expect.fail(`Expected a refusal, got ${JSON.stringify(events)}`);
}
