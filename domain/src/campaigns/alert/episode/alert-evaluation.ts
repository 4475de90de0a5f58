import type { AlertFinding, AlertPatience } from './alert-state.ts';
import type { AlertSeries, EpisodeEvent } from './episode.events.ts';

type Fired = Extract<EpisodeEvent, { type: 'AlertFired' }>['data'];

/** What an evaluation found of one unit. */
export interface EvaluatedAlertUnit
  extends Pick<
    Fired,
    'key' | 'name' | 'value' | 'limit' | 'unit' | 'currency' | 'window' | 'spend' | 'text' | 'text_without_amounts'
  > {
  readonly finding: AlertFinding;
  /** Ad organization that it belongs to; `null`: all of the application. */
  readonly org_id: number | null;
  /** Of what is found to be wrong, the days that it was found by. */
  readonly series?: AlertSeries;
}

/** One evaluation of an alert, and what of the alert it follows. */
export interface AlertEvaluation {
  readonly alert_id: number;
  readonly application_id: number;
  readonly alert_name: string;
  readonly severity: Fired['severity'];
  readonly version: number;
  readonly patience: AlertPatience;
  readonly slot: string;
  /** When it was made; milliseconds. */
  readonly at: number;
  readonly units: readonly EvaluatedAlertUnit[];
  /** Whether a unit that nothing was found of exists, so that only its figures are missing. Absent: none does. */
  readonly isThere?: (key: string) => boolean;
  /** Whether the evaluation is not about a remembered unit that nothing was found of, so that it stays as it is. Absent: none is left out. */
  readonly isLeftOut?: (key: string) => boolean;
  /** Id of an incident that begins now. */
  readonly episodeId: (key: string) => string;
  readonly before: (key: string) => Fired['before'];
}
