import { changesOnParse } from './shared/changes-on-parse.ts';
import type { EventDefinition } from './shared/define-event.ts';
import type { Upcaster } from './upcasters/define-upcaster.ts';

/** Data of an event in its present form. */
export interface ReadData {
  readonly data: unknown;
  /** The version of that form, to be written beside an event that is appended. */
  readonly version: number;
}

/** How data were recorded. */
export interface Recorded {
  readonly version: number;
  /** `check` had seen them. */
  readonly checked: boolean;
}

export interface EventReader {
  /**
   * Brings recorded data to the present form.
   * @param recorded The version they were recorded in, and whether they were checked then: if so, data of the present version are
   * handed over as they are, with fields of a newer program that this one does not know.
   * @returns `undefined` for a type this program does not know, which a reader skips.
   * @throws ZodError when the data do not fit their schema; Error for a version of a newer program.
   */
  read(type: string, data: unknown, recorded: Recorded): ReadData | undefined;
  /**
   * Checks data that are to be recorded, in the present form.
   * @returns `undefined` for a type that is not in the catalogue. @throws ZodError when they do not fit.
   */
  check(type: string, data: unknown): ReadData | undefined;
}

/**
 * Puts event definitions and upcasters together.
 * @throws Error when a version has no upcaster to the next, has two, or when there is one for a version that does not exist.
 */
export function createEventReader(
  definitions: readonly EventDefinition[],
  upcasters: readonly Upcaster[],
): EventReader {
  const steps = new Map<string, Upcaster['upcast']>();
  for (const { type, from, upcast } of upcasters) {
    if (steps.has(`${type} ${from}`)) throw new Error(`${type} has two upcasters from version ${from}`);
    steps.set(`${type} ${from}`, upcast);
  }
  const definitionsByType = new Map(
    definitions.map((definition) => [
      definition.type,
      { ...definition, readAsRecorded: !changesOnParse(definition.schema) },
    ]),
  );
  let needed = 0;
  for (const { type, version } of definitions) {
    for (let from = 1; from < version; from += 1) {
      if (!steps.has(`${type} ${from}`)) throw new Error(`${type} has no upcaster from version ${from}`);
      needed += 1;
    }
  }
  if (needed !== steps.size) throw new Error('There is an upcaster for a version that does not exist');
  return {
    read(type, data, { version: recordedVersion, checked }) {
      const definition = definitionsByType.get(type);
      if (definition === undefined) return undefined;
      const { schema, version, readAsRecorded } = definition;
      if (checked && readAsRecorded && recordedVersion === version) return { data, version };
      if (!(recordedVersion >= 1 && recordedVersion <= version)) {
        throw new Error(`${type} was recorded in version ${recordedVersion}; this program knows up to ${version}`);
      }
      let current = data;
      for (let from = recordedVersion; from < version; from += 1) current = steps.get(`${type} ${from}`)?.(current);
      return { data: schema.parse(current), version };
    },
    check(type, data) {
      const definition = definitionsByType.get(type);
      return definition && { data: definition.schema.parse(data), version: definition.version };
    },
  };
}
