import { describe, expect, it } from 'vitest';
import { bookkeepingEvents, eventCatalogue } from './event-catalogue.ts';
import { positionFields } from './log-positions.ts';

/** Fields of such a name that are places in a list, or instants. */
const otherPositions = new Set(['AdGroupCreationStarted.positions', 'NoticesRead.through']);
const isPosition = (field: string): boolean => /position|through|checkpoint|log_/.test(field);
const shared: ReadonlySet<string> = new Set(bookkeepingEvents.map(({ type }) => type));

describe('positions in events', () => {
  it('are listed, so that a log filled from a copy does not point elsewhere', () => {
    const named = eventCatalogue
      .filter(({ type }) => !shared.has(type) || type === 'FollowerAdvanced')
      .flatMap(({ type, schema }) => Object.keys(schema.shape).map((field) => ({ type: String(type), field })))
      .filter(({ type, field }) => isPosition(field) && !otherPositions.has(`${type}.${field}`));
    const listed = [...positionFields].map(([type, { field }]) => ({ type, field }));
    expect(named.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual(listed);
  });
});
