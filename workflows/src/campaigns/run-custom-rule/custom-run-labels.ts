import { eventIdFrom } from '@tapwise/adapters';
import {
  type CustomRuleVersion,
  type CustomRunState,
  changeLabelObjects,
  labelChangeOfRule,
  labellingsOfCustomRun,
  labelsStream,
  type RuleLabels,
  type RunLabelling,
  ruleLabelsOf,
  type SettledUnit,
  settledLabels,
} from '@tapwise/domain';
import type { CustomRuleContext, CustomRuleScope } from './custom-rule-context.ts';

/** A change of labels that a run makes. */
export interface RunLabelChange {
  readonly change_id: string;
  readonly labelling: RunLabelling;
}

/** The changes of labels of a run, the same ones however often it is asked. */
export function labelChangesOf(state: CustomRunState, version: Pick<CustomRuleVersion, 'rule'>): RunLabelChange[] {
  return labellingsOfCustomRun(state, version.rule).map((labelling, part) => {
    const { label_id, add } = labelling;
    const cause = `labels of run ${state.start?.run_id} ${part} ${add ? 'add' : 'remove'} ${label_id}`;
    return { change_id: eventIdFrom(cause), labelling };
  });
}

/** What rules see of the labels of an application now. */
export async function readLabels(
  { labels, labelTrails }: Pick<CustomRuleContext, 'labels' | 'labelTrails'>,
  applicationId: number,
): Promise<RuleLabels> {
  const stream = labelsStream(applicationId);
  const { state } = await labels.current(stream);
  return ruleLabelsOf(state, (await labelTrails.current(stream)).state);
}

/** Makes the changes of labels of a run, each once: no one else is asked, so they have ended then. */
export async function changeRunLabels(
  { labels, now }: CustomRuleContext,
  { rule, organization }: CustomRuleScope,
  { start }: CustomRunState,
  changes: readonly RunLabelChange[],
): Promise<void> {
  if (start === null) return;
  const { automation_id, application_id, version, slot } = start;
  for (const { change_id, labelling } of changes) {
    const { label_id, add, keys } = labelling;
    await labels.change(
      labelsStream(application_id),
      `labelled ${change_id}`,
      (state) => {
        const label = state.labels.get(label_id) ?? { label_id, name: `#${label_id}` };
        const at = new Date(now()).toISOString();
        const source = `${automation_id}.${version}.${slot}`;
        const common = { change_id, application_id, organization, source, comment: rule.name, at };
        return changeLabelObjects(state, labelChangeOfRule({ ...common, label, add, keys }));
      },
      change_id,
    );
  }
}

/** How a change of labels that was made ended for each of its units. */
export async function readSettledLabels(
  { log, labels }: Pick<CustomRuleContext, 'log' | 'labels'>,
  applicationId: number,
  { change_id }: RunLabelChange,
): Promise<SettledUnit[]> {
  const stream = labelsStream(applicationId);
  const { state } = await labels.current(stream);
  const change = state.changes.get(change_id);
  const options = { fromRevision: BigInt(change?.revision ?? 0), maxCount: 1 };
  const [recorded] = change === undefined ? [] : await log.readStream(stream, options);
  if (recorded?.event.type !== 'LabelObjectsChanged') throw new Error(`The change of labels ${change_id} is not made`);
  return settledLabels(recorded.event.data);
}
