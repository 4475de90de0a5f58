/** How a stream's events add up to the state that decisions are made on. Decisions are plain functions beside it. */
export interface Decider<State, Event> {
  initialState(): State;
  /** Must ignore events it does not know: an older program may read a newer stream. */
  evolve(state: State, event: Event): State;
}

/** Of streams whose events are recorded whatever came before. */
export const statelessDecider = { initialState: () => null, evolve: () => null };

/** The state after all events, in order. */
export function fold<State, Event>(decider: Decider<State, Event>, events: Iterable<Event>): State {
  let state = decider.initialState();
  for (const event of events) state = decider.evolve(state, event);
  return state;
}
