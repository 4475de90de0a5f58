export {
  createLabel,
  deleteLabel,
  existingLabel,
  type LabellingRule,
  labelName,
  mostLabels,
  renameLabel,
} from './label.decider.ts';
export type { LabelEvent } from './label.events.ts';
export { labelsStream } from './label.stream.ts';
export {
  changeLabelObjects,
  type LabelChange,
  type LabelChangeData,
  type LabelWish,
  labelRowStates,
  labelWishes,
  undoLabelWishes,
} from './label-change.ts';
export { type LabelTrails, labelTrailsDecider } from './label-trail.ts';
export { countLabelledObjects, type Label, type Labels, labelsDecider } from './labels.ts';
export { labelChangeOfRule } from './rule-labelling.ts';
export { type RuleLabels, ruleLabelsOf } from './rule-labels.ts';
