import type { Decider } from '../../../shared/decider.ts';
import { sameValue } from '../../../shared/same-value.ts';
import {
  type AlertFinding,
  type AlertPatience,
  type AlertState,
  type AlertTransition,
  calmState,
  evolveAlert,
} from './alert-state.ts';
import type { EpisodeEvent } from './episode.events.ts';

type EventData<Type extends EpisodeEvent['type']> = Extract<EpisodeEvent, { type: Type }>['data'];
type Fired = EventData<'AlertFired'>;

/** What an evaluation found of one unit. */
export interface EvaluatedAlertUnit
  extends Pick<
    Fired,
    'key' | 'name' | 'value' | 'limit' | 'unit' | 'currency' | 'window' | 'spend' | 'text' | 'text_without_amounts'
  > {
  readonly finding: AlertFinding;
}

interface RememberedUnit {
  readonly name: string;
  readonly state: AlertState;
  /** The incident under way. */
  readonly episodeId: string | null;
}

/** The incident that a unit is in since an evaluation; `null`: none. */
interface UnitIncident {
  readonly key: string;
  readonly episodeId: string | null;
}

/** What is remembered of the units of one alert; those that are calm are absent. */
export interface AlertUnits {
  readonly version: number;
  readonly lastSlot: string | null;
  /** An evaluation of which a part is recorded, and of which units; `null`: none is under way. */
  readonly begun: { readonly slot: string; readonly keys: readonly string[] } | null;
  /** As of the last evaluation; the incidents that it began or ended are in `incidents`. */
  readonly units: Readonly<Record<string, RememberedUnit>>;
  /** Of the newest evaluation, oldest first: kept beside the units, of which there may be too many to copy for each incident. */
  readonly incidents: readonly UnitIncident[];
  /** Incidents that someone has acknowledged, while they last. */
  readonly acknowledged: readonly string[];
}

export const noUnits: AlertUnits = {
  version: 1,
  lastSlot: null,
  begun: null,
  units: {},
  incidents: [],
  acknowledged: [],
};

/** Fold of `alertEpisodes-<alertId>`. */
export const alertUnitsDecider: Decider<AlertUnits, EpisodeEvent> = {
  initialState: () => noUnits,
  evolve(state, event) {
    switch (event.type) {
      case 'AlertUnitsEvaluated': {
        const { version, slot, units, more = false } = event.data;
        const isSame = version === state.version;
        const evaluated = { ...state, version, units: withUnits(isSame ? unitsOf(state) : {}, units), incidents: [] };
        if (!more) return { ...evaluated, lastSlot: slot, begun: null };
        const keys = [...(isSame ? keysBegun(state, slot) : []), ...units.map(({ key }) => key)];
        return { ...evaluated, lastSlot: isSame ? state.lastSlot : null, begun: { slot, keys } };
      }
      case 'AlertFired':
        return withIncident(state, { key: event.data.key, episodeId: event.data.episode_id });
      case 'AlertRecovered':
        return {
          ...withIncident(state, { key: event.data.key, episodeId: null }),
          acknowledged: state.acknowledged.filter((id) => id !== event.data.episode_id),
        };
      case 'AlertAcknowledged':
        return { ...state, acknowledged: [...state.acknowledged, event.data.episode_id] };
      default:
        return state;
    }
  },
};

/** Units of an evaluation that are recorded already, though not all of it is. */
const keysBegun = ({ begun }: AlertUnits, slot: string): readonly string[] => (begun?.slot === slot ? begun.keys : []);

type RecordedUnit = EventData<'AlertUnitsEvaluated'>['units'][number];

function withUnits(before: AlertUnits['units'], recorded: readonly RecordedUnit[]): AlertUnits['units'] {
  const units = { ...before };
  for (const unit of recorded) {
    const state = stateOf(unit);
    if (sameValue(state, calmState)) delete units[unit.key];
    else units[unit.key] = { name: unit.name, state, episodeId: before[unit.key]?.episodeId ?? null };
  }
  return units;
}

const withIncident = (state: AlertUnits, incident: UnitIncident): AlertUnits => ({
  ...state,
  incidents: [...state.incidents, incident],
});

/** Units with the incident that each is in now. */
function unitsOf({ units, incidents }: Pick<AlertUnits, 'units' | 'incidents'>): AlertUnits['units'] {
  if (incidents.length === 0) return units;
  const current = { ...units };
  for (const { key, episodeId } of incidents) {
    const unit = current[key];
    if (unit !== undefined) current[key] = { ...unit, episodeId };
  }
  return current;
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

const instant = (at: number): string => new Date(at).toISOString();

/** A unit that is remembered otherwise after an evaluation, and the incident that begins or ends. */
interface ChangedUnit {
  readonly unit: RecordedUnit;
  readonly events: readonly EpisodeEvent[];
}

/** The log takes at most a megabyte in one append. */
const partBytes = 400_000;

/**
 * What an evaluation brings about, as much as one append holds; asked again with that recorded, the next part. One that was recorded
 * already, or a later one, brings about nothing.
 */
export function evaluateUnits(remembered: AlertUnits, evaluation: AlertEvaluation): EpisodeEvent[] {
  const { alert_id, application_id, version, slot, at } = evaluation;
  const isSame = version === remembered.version;
  if (isSame && remembered.lastSlot !== null && remembered.lastSlot >= slot) return [];
  const recordedKeys = new Set(isSame ? keysBegun(remembered, slot) : []);
  const before = isSame ? unitsOf(remembered) : {};
  const evaluated = [...evaluation.units, ...absentUnits(before, evaluation)].filter(
    ({ key }) => !recordedKeys.has(key),
  );
  const { part, isWhole } = firstPart(evaluated, (unit) => changeOf(before[unit.key], unit, evaluation));
  if (isSame && part.length === 0 && remembered.begun === null) return [];
  const units = part.map(({ unit }) => unit);
  const data = { alert_id, application_id, version, slot, units, evaluated_at: instant(at) };
  const more = isWhole ? {} : { more: true };
  return [{ type: 'AlertUnitsEvaluated', data: { ...data, ...more } }, ...part.flatMap(({ events }) => events)];
}

/** What changed of the first units, at least of one where there is one. Later units are not looked at: they come with the next part. */
function firstPart(
  units: readonly EvaluatedAlertUnit[],
  changeOfUnit: (unit: EvaluatedAlertUnit) => ChangedUnit | undefined,
): { readonly part: readonly ChangedUnit[]; readonly isWhole: boolean } {
  const part: ChangedUnit[] = [];
  let bytes = 0;
  for (const unit of units) {
    const changed = changeOfUnit(unit);
    if (changed === undefined) continue;
    bytes += JSON.stringify(changed).length;
    if (part.length > 0 && bytes > partBytes) return { part, isWhole: false };
    part.push(changed);
  }
  return { part, isWhole: true };
}

function changeOf(
  current: RememberedUnit | undefined,
  unit: EvaluatedAlertUnit,
  evaluation: AlertEvaluation,
): ChangedUnit | undefined {
  const { at, patience } = evaluation;
  const { state, transition } = evolveAlert(current?.state ?? calmState, unit.finding, at, patience);
  if (sameValue(state, current?.state ?? calmState)) return undefined;
  const events = transition === null ? [] : incidentOf(evaluation, unit, current, transition);
  return { unit: recorded(unit, state), events };
}

function incidentOf(
  evaluation: AlertEvaluation,
  unit: EvaluatedAlertUnit,
  current: RememberedUnit | undefined,
  transition: AlertTransition,
): EpisodeEvent[] {
  const { alert_id, application_id, alert_name, slot, at } = evaluation;
  const subject = { alert_id, application_id, key: unit.key };
  switch (transition.kind) {
    case 'fired':
      return [{ type: 'AlertFired', data: fired(evaluation, unit, transition) }];
    case 'recovered': {
      const episode_id = current?.episodeId ?? null;
      const data = { ...subject, slot, message: transition.message, recovered_at: instant(at) };
      return episode_id === null ? [] : [{ type: 'AlertRecovered', data: { ...data, episode_id } }];
    }
    case 'silent': {
      const since = instant(transition.since);
      const data = { ...subject, name: unit.name, alert_name, since, reported_at: instant(at) };
      return [{ type: 'AlertSilent', data }];
    }
    default:
      return transition satisfies never;
  }
}

/** What is not there any more is not an incident any more; of what is there without figures nothing can be said. */
function absentUnits(
  before: AlertUnits['units'],
  { units, isThere = () => false, isLeftOut = () => false }: Pick<AlertEvaluation, 'units' | 'isThere' | 'isLeftOut'>,
): EvaluatedAlertUnit[] {
  const keys = new Set(units.map(({ key }) => key));
  const nothing = { value: null, limit: null, unit: null, currency: null, window: null, spend: 0 };
  const texts = { text: '', text_without_amounts: '' };
  return Object.entries(before)
    .filter(([key]) => !keys.has(key) && !isLeftOut(key))
    .map(([key, { name }]) => ({ ...nothing, ...texts, key, name, finding: isThere(key) ? null : false }));
}

function fired(
  { alert_id, application_id, alert_name, severity, slot, at, episodeId, before }: AlertEvaluation,
  { finding: _, ...unit }: EvaluatedAlertUnit,
  { message, changes, since }: { readonly message: Fired['message']; readonly changes: number; readonly since: number },
): Fired {
  return {
    alert_id,
    application_id,
    episode_id: episodeId(unit.key),
    ...unit,
    alert_name,
    severity,
    slot,
    before: before(unit.key),
    message,
    changes,
    changes_since: instant(since),
    fired_at: instant(at),
  };
}

function recorded({ key, name }: EvaluatedAlertUnit, state: AlertState): RecordedUnit {
  const { kind, against, changes, unsteadySince, silence } = state;
  return {
    key,
    name,
    kind,
    against,
    changes: changes.map(instant),
    unsteady_since: unsteadySince === null ? null : instant(unsteadySince),
    silence: silence === null ? null : { since: instant(silence.since), reported: silence.reported },
  };
}

function stateOf({ kind, against, changes, unsteady_since, silence }: RecordedUnit): AlertState {
  return {
    kind,
    against,
    changes: changes.map((change) => Date.parse(change)),
    unsteadySince: unsteady_since === null ? null : Date.parse(unsteady_since),
    silence: silence === null ? null : { since: Date.parse(silence.since), reported: silence.reported },
  };
}

type Acknowledged = EventData<'AlertAcknowledged'>;

/** Acknowledges an incident; acknowledged again, the first time stays. */
export function acknowledgeEpisode(state: AlertUnits, acknowledged: Acknowledged): EpisodeEvent[] {
  return state.acknowledged.includes(acknowledged.episode_id)
    ? []
    : [{ type: 'AlertAcknowledged', data: acknowledged }];
}
