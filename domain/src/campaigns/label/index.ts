export {
  createLabel,
  deleteLabel,
  existingLabel,
  type LabellingRule,
  labelName,
  longestLabelName,
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
  messageOf as labelRowMessage,
  mostLabelsOfObject,
  undoLabelWishes,
} from './label-change.ts';
export { type Label, type Labels, labelledObjects, labelsDecider, labelsOf, labelsWithParents } from './labels.ts';
