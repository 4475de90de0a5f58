import { sameValue } from '../../../shared/same-value.ts';
import type { AlertEvaluation, EvaluatedAlertUnit } from './alert-evaluation.ts';
import { type AlertState, type AlertTransition, calmState, evolveAlert } from './alert-state.ts';
import { type AlertUnits, keysBegun, type RecordedUnit, type RememberedUnit, unitsOf } from './alert-units.ts';
import { countsOf, unitsToCount } from './counted-units.ts';
import type { EpisodeEvent } from './episode.events.ts';

type Fired = Extract<EpisodeEvent, { type: 'AlertFired' }>['data'];

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
  const counted = unitsToCount(before, evaluated, evaluation);
  const countedKeys = new Set(counted.map(({ key }) => key));
  const { part, isWhole } = firstPart(evaluated, (unit) =>
    countedKeys.has(unit.key) ? undefined : changeOf(before[unit.key], unit, evaluation),
  );
  const countsBefore = isSame ? remembered.counted : [];
  const counts = countsOf(countsBefore, counted, evaluation);
  const areCountsOther = !sameValue(counts, countsBefore);
  if (isSame && part.length === 0 && remembered.begun === null && !areCountsOther) return [];
  const units = part.map(({ unit }) => unit);
  const data = {
    alert_id,
    application_id,
    version,
    slot,
    units,
    ...(areCountsOther ? { counted: counts } : {}),
    evaluated_at: instant(at),
    ...(isWhole ? {} : { more: true }),
  };
  return [{ type: 'AlertUnitsEvaluated', data }, ...part.flatMap(({ events }) => events)];
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
  const nothing = { org_id: null, value: null, limit: null, unit: null, currency: null, window: null, spend: 0 };
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
