import { uuidV5 } from '@tapwise/adapters';
import {
  alertEpisodesStream,
  type DueAlertSlot,
  type EvaluatedAlertUnit,
  episodeSpace,
  evaluateUnits,
} from '@tapwise/domain';
import { changesBefore } from '../watch-alerts/changes-before.ts';
import type { OwnAlertContext, OwnAlertScope } from './own-alert-context.ts';
import { campaignKeyOf, type SlotFindings } from './read-findings.ts';

/** One append holds so many units; an incident may bring some kilobytes. */
const unitsOfPart = 100;

/**
 * Records what a slot of an alert brings about. Many units are recorded in parts, each of which is recognized when it is repeated. What
 * changed before is only read where an incident begins.
 */
export async function recordFindings(
  context: OwnAlertContext,
  scope: OwnAlertScope,
  { slot, asOf, findings }: { readonly slot: DueAlertSlot; readonly asOf: number; readonly findings: SlotFindings },
): Promise<void> {
  const { alert } = scope;
  const stream = alertEpisodesStream(alert.alertId);
  const { state } = await context.episodes.current(stream);
  const common = evaluationOf(scope, slot, asOf);
  // Of what is calm and was, there is nothing to record.
  const units = findings.units.filter(({ key, finding }) => finding !== false || state.units[key] !== undefined);
  const keys = new Set(units.map(({ key }) => key));
  const draft = { ...common, slot: slot.id, units, isLeftOut: () => true, before: () => [] };
  const begins = evaluateUnits(state, draft).some(({ type }) => type === 'AlertFired');
  const firing = begins ? units.flatMap(({ key, finding }) => (finding === true ? [key] : [])) : [];
  const before = await changesOf(context, scope, firing, asOf);
  const parts = partsOf(units);
  for (const [index, part] of parts.entries()) {
    // Later parts are only about their own units; the first one also about those that are not there any more.
    const isLeftOut = (key: string): boolean => index > 0 || keys.has(key) || findings.isLeftOut(key);
    const evaluation = { ...common, slot: partSlot(slot, index, parts.length), units: part, isLeftOut, before };
    await context.episodes.change(stream, `evaluated ${evaluation.slot}`, (current) =>
      evaluateUnits(current, evaluation),
    );
  }
}

const partsOf = (units: readonly EvaluatedAlertUnit[]): (readonly EvaluatedAlertUnit[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(units.length / unitsOfPart)) }, (_, index) =>
    units.slice(index * unitsOfPart, (index + 1) * unitsOfPart),
  );

/** Parts sort after each other; all but the last one before the slot itself, which is not over until that is recorded. */
const partSlot = ({ id, at }: DueAlertSlot, index: number, count: number): string =>
  index === count - 1 ? id : `${new Date(at - 1).toISOString()}/${String(index).padStart(4, '0')}`;

/** Up to when slots are over, by what was recorded last; milliseconds. */
export const slotInstant = (recordedSlot: string): number => Date.parse(recordedSlot.split('/')[0] ?? recordedSlot);

function evaluationOf({ alert }: OwnAlertScope, slot: Pick<DueAlertSlot, 'id'>, at: number) {
  const { alertId: alert_id, applicationId: application_id, name: alert_name, severity } = alert;
  return {
    alert_id,
    application_id,
    alert_name,
    severity,
    version: alert.evaluatedVersion,
    patience: { for: alert.for, clear: alert.clear },
    at,
    episodeId: (key: string) => uuidV5(episodeSpace, `${alert_id} ${key} ${slot.id}`),
  };
}

async function changesOf(
  { tables }: OwnAlertContext,
  { application }: OwnAlertScope,
  keys: readonly string[],
  asOf: number,
) {
  if (tables === undefined || keys.length === 0) return () => [];
  const changes = await changesBefore(tables, application, [...new Set(keys.map(campaignKeyOf))], asOf);
  return (key: string) => changes.get(campaignKeyOf(key)) ?? [];
}
