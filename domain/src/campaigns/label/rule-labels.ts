import type { LabelTrails } from './label-trail.ts';
import type { Labels } from './labels.ts';

/** What rules see of the labels of an application. */
export interface RuleLabels extends Pick<Labels, 'objects'> {
  /** By id. */
  readonly names: ReadonlyMap<number, string>;
  readonly trails: LabelTrails;
}

export const ruleLabelsOf = (
  { labels, objects }: Pick<Labels, 'labels' | 'objects'>,
  trails: LabelTrails,
): RuleLabels => ({
  objects,
  names: new Map([...labels.values()].map(({ label_id, name }) => [label_id, name])),
  trails,
});
