import { join } from 'node:path';
import { programArguments as argumentsOf } from '../../../infra/operations/start/parts.ts';
import type { ProgramName } from '../../../infra/operations/start/programs.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Set for specs by `bundle-programs.ts`: the folder of the bundled programs. */
export const bundleVariable = 'TAPWISE_TEST_BUNDLE';

/** The program that makes tables of past instants: bundled; `undefined` where no bundle was made, for its sources. */
export function pastTablesProgram(): string | undefined {
  const bundle = process.env[bundleVariable];
  return bundle === undefined ? undefined : join(bundle, 'tables-as-of.js');
}

/** What Node is given to run a program: its bundle, as the product runs it, or its sources where none was made. */
export function programArguments(name: ProgramName): string[] {
  return argumentsOf(root, process.env[bundleVariable], name);
}
