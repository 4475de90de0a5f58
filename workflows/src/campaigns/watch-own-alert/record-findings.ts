import { alertEpisodesStream, type DueAlertSlot, evaluateUnits } from '@tapwise/domain';
import { alertEvaluation } from '../watch-alerts/alert-evaluation.ts';
import { changesBefore } from '../watch-alerts/changes-before.ts';
import type { OwnAlertContext, OwnAlertScope } from './own-alert-context.ts';
import { campaignKeyOf, type SlotFindings } from './read-findings.ts';

/**
 * Records what a slot of an alert brings about. Many units are recorded in several appends, of which those that are recorded stay when it is
 * repeated. What changed before is only read where an incident may begin.
 */
export async function recordFindings(
  context: OwnAlertContext,
  scope: OwnAlertScope,
  { slot, asOf, findings }: { readonly slot: DueAlertSlot; readonly asOf: number; readonly findings: SlotFindings },
): Promise<void> {
  const { alert } = scope;
  const { units, isLeftOut } = findings;
  const stream = alertEpisodesStream(alert.alertId);
  const { state } = await context.episodes.current(stream);
  const before = state.version === alert.evaluatedVersion ? state.units : {};
  const firing = units.flatMap(({ key, finding }) =>
    finding === true && before[key]?.state.kind !== 'firing' ? [key] : [],
  );
  const evaluation = { ...alertEvaluation(alert, slot), units, isLeftOut };
  const changes = await changesOf(context, scope, firing, asOf);
  await context.episodes.change(stream, `evaluated ${slot.id}`, (current) =>
    evaluateUnits(current, { ...evaluation, before: changes }),
  );
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
