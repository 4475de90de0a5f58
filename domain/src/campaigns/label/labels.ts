import type { Decider } from '../../shared/decider.ts';
import type { LabelEvent } from './label.events.ts';

/** A word that objects of an application are marked with. */
export interface Label {
  readonly label_id: number;
  readonly name: string;
}

/** Where in the stream a change of labels is, and what took it back. */
interface RecordedLabelChange {
  /** Revision of its event. */
  readonly revision: number;
  /** The newest change that takes rows of it back. */
  readonly undoneBy: string | null;
}

/** The labels of an application. */
export interface Labels {
  readonly labels: ReadonlyMap<number, Label>;
  /** Ids of labels by key of the object, in the order in which they were added; objects without a label are absent. */
  readonly objects: ReadonlyMap<string, readonly number[]>;
  readonly changes: ReadonlyMap<string, RecordedLabelChange>;
  /** Events of the stream so far, which is the revision of the next one. */
  readonly events: number;
}

interface MutableLabels {
  readonly labels: Map<number, Label>;
  readonly objects: Map<string, readonly number[]>;
  readonly changes: Map<string, RecordedLabelChange>;
  events: number;
}

/** Fold of `labels-<applicationId>`. Objects are tens of thousands, so they are copied once for many events. */
export const labelsDecider: Decider<Labels, LabelEvent> & {
  evolveMany(state: Labels, events: readonly LabelEvent[]): Labels;
} = {
  initialState: () => ({ labels: new Map(), objects: new Map(), changes: new Map(), events: 0 }),
  evolve: (state, event) => labelsDecider.evolveMany(state, [event]),
  evolveMany(state, events) {
    const next: MutableLabels = {
      labels: new Map(state.labels),
      objects: new Map(state.objects),
      changes: new Map(state.changes),
      events: state.events,
    };
    for (const event of events) {
      apply(next, event);
      next.events += 1;
    }
    return next;
  },
};

function apply(state: MutableLabels, event: LabelEvent): void {
  const { label_id } = event.data;
  switch (event.type) {
    case 'LabelCreated':
    case 'LabelRenamed':
      state.labels.set(label_id, { label_id, name: event.data.name });
      break;
    case 'LabelDeleted':
      state.labels.delete(label_id);
      for (const [key, ids] of state.objects) if (ids.includes(label_id)) setLabels(state, key, without(ids, label_id));
      break;
    case 'LabelObjectsChanged':
      applyChange(state, event);
      break;
    default:
      event satisfies never;
  }
}

function applyChange(state: MutableLabels, { data }: Extract<LabelEvent, { type: 'LabelObjectsChanged' }>): void {
  const { label_id, change_id, undoes, rows } = data;
  for (const { key, add, outcome } of rows) {
    if (outcome !== 'changed') continue;
    const others = without(state.objects.get(key) ?? [], label_id);
    setLabels(state, key, add ? [...others, label_id] : others);
  }
  state.changes.set(change_id, { revision: state.events, undoneBy: null });
  const undone = undoes === null ? undefined : state.changes.get(undoes);
  if (undoes !== null && undone !== undefined) state.changes.set(undoes, { ...undone, undoneBy: change_id });
}

const without = (ids: readonly number[], labelId: number): readonly number[] => ids.filter((id) => id !== labelId);

function setLabels({ objects }: MutableLabels, key: string, ids: readonly number[]): void {
  if (ids.length === 0) objects.delete(key);
  else objects.set(key, ids);
}

/** Ids of the labels of one object alone. */
export const labelsOf = ({ objects }: Pick<Labels, 'objects'>, key: string): readonly number[] =>
  objects.get(key) ?? [];

/**
 * Ids of the labels of an object and of its parents, which is what filters of rules and reports look at.
 * @param key Of a search term (`campaign:adgroup:t:text`) its parents alone have labels.
 */
export function labelsWithParents({ objects }: Pick<Labels, 'objects'>, key: string): ReadonlySet<number> {
  const [campaign = '', adGroup, keyword] = key.split(':', 3);
  const keys = [campaign];
  if (adGroup !== undefined) keys.push(`${campaign}:${adGroup}`);
  if (keyword !== undefined && keyword !== 't') keys.push(`${campaign}:${adGroup}:${keyword}`);
  return new Set(keys.flatMap((objectKey) => objects.get(objectKey) ?? []));
}

/** How many objects have each label; labels that none has are 0. */
export function countLabelledObjects({
  labels,
  objects,
}: Pick<Labels, 'labels' | 'objects'>): ReadonlyMap<number, number> {
  const counts = new Map([...labels.keys()].map((id) => [id, 0]));
  for (const ids of objects.values()) for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
