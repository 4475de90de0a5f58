import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Spec files that take half a minute and more, or wait most of their time, and unit specs that take seconds: at the end of a run one of them would be alone. */
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
  'tests/faults/frozen-log.faults.spec.ts',
  'tests/faults/webhooks/killed-deliveries.faults.spec.ts',
  'tests/faults/rules/own/killed-own-rules.faults.spec.ts',
  'tests/faults/kill-scavenge.faults.spec.ts',
  'tests/load/page/page-weight.int.spec.ts',
  'tests/contract/part-commands.contract.spec.ts',
  'infra/simulators/apple/src/app-users/resume-history.unit.spec.ts',
  'infra/simulators/apple/src/endpoints/ads-api-v5/custom-reports/custom-reports.unit.spec.ts',
  'infra/simulators/apple/src/control/truth/truth.unit.spec.ts',
  'infra/simulators/apple/src/endpoints/app-store-connect/sales-files.unit.spec.ts',
];

/** A fresh clone remembers no durations. Files of one project stay together, so that its processes are used again. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const firstRankOf = (file: TestSpecification): number => projects.indexOf(file.project.name) * (longest.length + 1);
    return sorted.toSorted((file, other) => firstRankOf(file) + rankOf(file) - firstRankOf(other) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const index = longest.findIndex((file) => moduleId.endsWith(file));
  return index === -1 ? longest.length : index;
}
