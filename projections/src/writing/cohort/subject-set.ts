import type { SubjectKey } from './cohort-lookups.queries.ts';

/** One text for an id within an application, to look it up by. */
export const keyOf = ({ application_id, id }: SubjectKey): string => `${application_id} ${id}`;

/** Ids within applications, each once, in the order they were added. */
export class SubjectSet {
  private readonly subjects = new Map<string, SubjectKey>();

  add(subject: SubjectKey): void {
    this.subjects.set(keyOf(subject), { application_id: subject.application_id, id: subject.id });
  }

  has(subject: SubjectKey): boolean {
    return this.subjects.has(keyOf(subject));
  }

  list(): SubjectKey[] {
    return [...this.subjects.values()];
  }
}
