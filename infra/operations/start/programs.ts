/** Source files of the parts' programs. */
export const programs = {
  eventstore: 'infra/engines/eventstore/src/main.ts',
  clickhouse: 'infra/engines/clickhouse/src/main.ts',
  simulator: 'infra/simulators/apple/src/main.ts',
  payments: 'infra/simulators/payments/src/main.ts',
  'sdk-ingest': 'sdk-ingest/src/server.ts',
  projections: 'projections/src/main.ts',
  workflows: 'workflows/src/main.ts',
  api: 'api/src/server.ts',
} as const;
export type ProgramName = keyof typeof programs;

/** What else is bundled: the start itself, and what parts run as a thread or as a process that ends with its work. */
export const furtherPrograms = {
  product: 'infra/operations/start/product.ts',
  'big-report.thread': 'api/src/reports/queries/big-reports/big-report.thread.ts',
  'workbook.thread': 'infra/adapters/src/files/workbook/workbook.thread.ts',
  'fit-program': 'workflows/src/users/refit-models/fit-program.ts',
  'tables-as-of': 'projections/src/writing/as-of.ts',
} as const;

/** Bundles are kept in a folder of their own below this one, from the checkout. */
export const bundlesFolder = 'dist/server';

/** Whether a command line, as the system gives it, runs one of our programs, from its sources or bundled. */
export function runsOurProgram(command: string): boolean {
  return Object.values(programs).some((file) => command.includes(file)) || bundled.test(command);
}

const bundled = new RegExp(`/${bundlesFolder}/[0-9a-f]{16}/(${Object.keys(programs).join('|')})\\.js`);
