import type { EvaluatedAlertUnit } from '../episode/alert-evaluation.ts';
import { type AlertPatience, type AlertState, calmState, evolveAlert } from '../episode/alert-state.ts';

/** What an alert found at an instant of the past; units that are absent could not be judged. */
export interface PastEvaluation {
  /** Milliseconds. */
  readonly at: number;
  readonly units: readonly Pick<EvaluatedAlertUnit, 'key' | 'name' | 'finding'>[];
}

/** An incident that there would have been. Instants in milliseconds; `to` is `null` while it lasts. */
export interface PastEpisode {
  readonly key: string;
  readonly name: string;
  readonly from: number;
  readonly to: number | null;
}

/** The incidents of an alert, oldest first. @param evaluations Oldest first. */
export function pastEpisodes(evaluations: readonly PastEvaluation[], patience: AlertPatience): PastEpisode[] {
  const states = new Map<string, AlertState>();
  const open = new Map<string, number>();
  const episodes: PastEpisode[] = [];
  for (const { at, units } of evaluations) {
    for (const { key, name, finding } of units) {
      const { state, transition } = evolveAlert(states.get(key) ?? calmState, finding, at, patience);
      states.set(key, state);
      const index = open.get(key);
      const begun = index === undefined ? undefined : episodes[index];
      if (transition?.kind === 'fired') open.set(key, episodes.push({ key, name, from: at, to: null }) - 1);
      else if (transition?.kind === 'recovered' && index !== undefined && begun !== undefined)
        episodes[index] = { ...begun, to: at };
    }
  }
  return episodes;
}
