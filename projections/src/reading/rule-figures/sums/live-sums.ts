import { type ConfidenceGrade, confidenceGrades } from '@tapwise/domain';
import type { ValuedSubscription } from '../../reports/values/value-subscriptions.ts';

/** Subscriptions of an object whose users are of one part of the cohort. */
export interface LiveGroup extends Pick<ValuedSubscription, 'bucket' | 'remaining' | 'activeCount' | 'grade'> {
  /** Index of the object. */
  readonly object: number;
}

/** What active subscriptions are still expected to bring, in the order of their objects. */
export class LiveSums {
  /** Where the groups of each object begin; those of the last one end with the last of these. */
  private readonly starts: Uint32Array;
  /** First instants of the parts; milliseconds. */
  private readonly instants: Float64Array;
  private readonly remaining: Float64Array;
  /** Index among `confidenceGrades`; -1: nothing is predicted. */
  private readonly grades: Int8Array;

  constructor(objects: number, groups: readonly LiveGroup[]) {
    this.starts = startsOf(objects, groups);
    this.instants = new Float64Array(groups.length);
    this.remaining = new Float64Array(groups.length);
    this.grades = new Int8Array(groups.length);
    const next = this.starts.slice();
    for (const { object, bucket, remaining, activeCount, grade } of groups) {
      const at = next[object] ?? 0;
      next[object] = at + 1;
      this.instants[at] = Number(bucket);
      this.remaining[at] = remaining;
      this.grades[at] = activeCount > 0 ? confidenceGrades.indexOf(grade) : -1;
    }
  }

  /** Adds what is still to come from users of a time range, in micros. @param end Not included; milliseconds, as `start`. */
  addRemaining(object: number, start: number, end: number, sum: number): number {
    let added = sum;
    const last = this.starts[object + 1] ?? 0;
    for (let at = this.starts[object] ?? 0; at < last; at += 1) {
      if (this.isWithin(at, start, end)) added += this.remaining[at] ?? 0;
    }
    return added;
  }

  /** The grade of the least sure prediction; `null` where nothing is predicted. Instants as above. */
  leastGrade(object: number, start: number, end: number): ConfidenceGrade | null {
    let least: number = confidenceGrades.length;
    const last = this.starts[object + 1] ?? 0;
    for (let at = this.starts[object] ?? 0; at < last; at += 1) {
      const grade = this.grades[at] ?? -1;
      if (grade >= 0 && grade < least && this.isWithin(at, start, end)) least = grade;
    }
    return confidenceGrades[least] ?? null;
  }

  private isWithin(at: number, start: number, end: number): boolean {
    const instant = this.instants[at] ?? 0;
    return instant >= start && instant < end;
  }
}

function startsOf(objects: number, groups: readonly LiveGroup[]): Uint32Array {
  const starts = new Uint32Array(objects + 1);
  for (const { object } of groups) starts[object + 1] = (starts[object + 1] ?? 0) + 1;
  for (let object = 0; object < objects; object += 1) {
    starts[object + 1] = (starts[object + 1] ?? 0) + (starts[object] ?? 0);
  }
  return starts;
}
