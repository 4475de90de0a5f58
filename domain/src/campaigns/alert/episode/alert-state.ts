import { dayMs } from '../../../shared/calendar/days.ts';

/** How many evaluations in a row have to say the same before it is believed. */
export interface AlertPatience {
  readonly for: number;
  readonly clear: number;
}

/** What an evaluation says of one unit; `null`: it cannot be said. */
export type AlertFinding = boolean | null;

/** What is remembered of one unit of an alert. */
export interface AlertState {
  readonly kind: 'ok' | 'pending' | 'firing';
  /** Evaluations in a row that speak against the state. */
  readonly against: number;
  /** When the state was left or entered last, newest last; as far back as a day before the last one. */
  readonly changes: readonly number[];
  /** Since when changes have been too many; until none has come for a day. */
  readonly unsteadySince: number | null;
  /** Since when nothing could be said, and whether that has been reported. */
  readonly silence: { readonly since: number; readonly reported: boolean } | null;
}

export const calmState: AlertState = { kind: 'ok', against: 0, changes: [], unsteadySince: null, silence: null };

/** What an evaluation has brought about. */
export type AlertTransition =
  /** `unsteady`: the first of too many changes to be told one by one; `none`: a later one. `changes` since `since`, this one included. */
  | {
      readonly kind: 'fired';
      readonly message: 'fired' | 'unsteady' | 'none';
      readonly changes: number;
      readonly since: number;
    }
  | { readonly kind: 'recovered'; readonly message: 'recovered' | 'none' }
  | { readonly kind: 'silent'; readonly since: number };

/** So many episodes within a day are unsteady: from then on one message stands for all. */
const unsteadyEpisodes = 3;

/**
 * The state after one more evaluation. What cannot be said keeps the state and what speaks against it.
 * @param at When the evaluation was due; milliseconds.
 */
export function evolveAlert(
  state: AlertState,
  finding: AlertFinding,
  at: number,
  patience: AlertPatience,
): { readonly state: AlertState; readonly transition: AlertTransition | null } {
  const calmed = afterCalm(state, at);
  if (finding === null) return keepSilent(calmed, at);
  const reported = { ...calmed, silence: null };
  if (finding === (reported.kind === 'firing')) {
    return {
      state: { ...reported, kind: reported.kind === 'pending' ? 'ok' : reported.kind, against: 0 },
      transition: null,
    };
  }
  const against = reported.against + 1;
  if (against < (finding ? patience.for : patience.clear)) {
    return { state: { ...reported, kind: finding ? 'pending' : 'firing', against }, transition: null };
  }
  return finding ? fire(reported, at) : recover(reported, at);
}

/** A day without a change ends what was unsteady. */
function afterCalm(state: AlertState, at: number): AlertState {
  const last = state.changes.at(-1);
  return last !== undefined && at - last >= dayMs ? { ...state, changes: [], unsteadySince: null } : state;
}

function keepSilent(state: AlertState, at: number): ReturnType<typeof evolveAlert> {
  const silence = state.silence ?? { since: at, reported: false };
  if (silence.reported || at - silence.since < dayMs) return { state: { ...state, silence }, transition: null };
  return {
    state: { ...state, silence: { ...silence, reported: true } },
    transition: { kind: 'silent', since: silence.since },
  };
}

function fire(state: AlertState, at: number): ReturnType<typeof evolveAlert> {
  const changes = withChange(state.changes, at);
  // Of changes in turns, the first one that is left fired or recovered: episodes are counted by those that fired.
  const episodes = Math.ceil(changes.length / 2);
  const becomesUnsteady = state.unsteadySince === null && episodes >= unsteadyEpisodes;
  const since = state.unsteadySince ?? changes[0] ?? at;
  const message = state.unsteadySince !== null ? 'none' : becomesUnsteady ? 'unsteady' : 'fired';
  const next = { ...state, kind: 'firing' as const, against: 0, changes };
  return {
    state: { ...next, unsteadySince: becomesUnsteady ? since : state.unsteadySince },
    transition: { kind: 'fired', message, changes: changes.length, since },
  };
}

function recover(state: AlertState, at: number): ReturnType<typeof evolveAlert> {
  const next = { ...state, kind: 'ok' as const, against: 0, changes: withChange(state.changes, at) };
  return {
    state: next,
    transition: { kind: 'recovered', message: state.unsteadySince === null ? 'recovered' : 'none' },
  };
}

const withChange = (changes: readonly number[], at: number): number[] => [
  ...changes.filter((change) => at - change < dayMs),
  at,
];
