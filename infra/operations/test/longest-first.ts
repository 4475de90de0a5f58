import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Spec files that take half a minute and more: at the end of a run one of them would be alone. */
const longest = [
  'tests/contexts/as-of/as-of.int.spec.ts',
  'projections/src/reading/reports/reports.int.spec.ts',
  'workflows/src/temporal/silent-temporal.int.spec.ts',
  'projections/src/writing/filling/rebuild-tables.int.spec.ts',
  'tests/faults/abandoned-writes.faults.spec.ts',
  'projections/src/reading/reports/report-rules.int.spec.ts',
  'projections/src/writing/runner/follow-tables.int.spec.ts',
  'workflows/src/temporal/processes-on-temporal.int.spec.ts',
  'tests/contexts/creations/creation-calls.int.spec.ts',
  'tests/contexts/operator/parked.int.spec.ts',
  // Its product starts when the components, which keep a core busy, are nearly done.
  'tests/faults/kill-parts.faults.spec.ts',
];

/** A fresh clone remembers no durations. Files of one project stay together, so that its processes are used again. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((file, other) => rankOf(file) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const index = longest.findIndex((file) => moduleId.endsWith(file));
  return index === -1 ? longest.length : index;
}
