import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DomainEventType, eventCatalogue, parseDomainEvent } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const folder = join(import.meta.dirname, 'recorded-events');
const exampleSchema = z.strictObject({
  type: z.string(),
  version: z.number(),
  /** As they were recorded; never changed once they are here. */
  data: z.record(z.string(), z.unknown()),
  /** What they are in the present form, for versions that are no longer written. */
  reads_as: z.record(z.string(), z.unknown()).optional(),
});

const files = readdirSync(folder);
const readExample = (file: string) => exampleSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
const fileOf = (type: string, version: number): string => `${type}.v${version}.json`;

describe('events as they were recorded', () => {
  it('are kept here for every type and version', () => {
    const wanted = eventCatalogue.flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, index) => fileOf(type, index + 1)),
    );
    expect(files.toSorted()).toEqual(wanted.toSorted());
  });

  it.each(files)('read as the same facts for ever: %s', (file) => {
    const { type, version, data, reads_as: now } = readExample(file);
    expect(fileOf(type, version)).toBe(file);
    expect(parseDomainEvent(type, data, version)).toEqual({ type, data: now ?? data });
  });

  it.each(eventCatalogue.map(({ type, version }) => [type, version] as const))(
    'show every field of the present form of %s',
    (type: DomainEventType, version: number) => {
      const definition = eventCatalogue.find((candidate) => candidate.type === type);
      const { data } = readExample(fileOf(type, version));
      expect(Object.keys(data).toSorted()).toEqual(Object.keys(definition?.schema.shape ?? {}).toSorted());
    },
  );
});
