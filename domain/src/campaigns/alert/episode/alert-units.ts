import type { Decider } from '../../../shared/decider.ts';
import { sameValue } from '../../../shared/same-value.ts';
import { type AlertState, calmState } from './alert-state.ts';
import type { EpisodeEvent } from './episode.events.ts';

type EventData<Type extends EpisodeEvent['type']> = Extract<EpisodeEvent, { type: Type }>['data'];

/** A unit of an alert that is not calm, or was not within the last day. */
export interface RememberedUnit {
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
  /** Units above the limit of incidents, as of the last evaluation of each ad organization; those without any are absent. */
  readonly counted: readonly CountedUnits[];
}

/** How many units of an ad organization the alert is about without an incident of their own. */
export type CountedUnits = NonNullable<EventData<'AlertUnitsEvaluated'>['counted']>[number];

export const noUnits: AlertUnits = {
  version: 1,
  lastSlot: null,
  begun: null,
  units: {},
  incidents: [],
  acknowledged: [],
  counted: [],
};

/** Fold of `alertEpisodes-<alertId>`. */
export const alertUnitsDecider: Decider<AlertUnits, EpisodeEvent> = {
  initialState: () => noUnits,
  evolve(state, event) {
    switch (event.type) {
      case 'AlertUnitsEvaluated': {
        const { version, slot, units, more = false } = event.data;
        const isSame = version === state.version;
        const counted = event.data.counted ?? (isSame ? state.counted : []);
        const remembered = withUnits(isSame ? unitsOf(state) : {}, units);
        const evaluated = { ...state, version, units: remembered, incidents: [], counted };
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
export const keysBegun = ({ begun }: AlertUnits, slot: string): readonly string[] =>
  begun?.slot === slot ? begun.keys : [];

export type RecordedUnit = EventData<'AlertUnitsEvaluated'>['units'][number];

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
export function unitsOf({ units, incidents }: Pick<AlertUnits, 'units' | 'incidents'>): AlertUnits['units'] {
  if (incidents.length === 0) return units;
  const current = { ...units };
  for (const { key, episodeId } of incidents) {
    const unit = current[key];
    if (unit !== undefined) current[key] = { ...unit, episodeId };
  }
  return current;
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

/** How many units of the alert have no incident because others have all that there may be. */
export const unitsWithoutIncident = ({ counted }: Pick<AlertUnits, 'counted'>): number =>
  counted.reduce((sum, { units }) => sum + units, 0);
