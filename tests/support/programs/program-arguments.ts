import { join } from 'node:path';
import { programFlags } from '@tapwise/adapters';
import type { commandPrograms } from '../../../infra/operations/command/command-programs.ts';
import { programArguments as argumentsOf } from '../../../infra/operations/start/parts.ts';
import type { furtherPrograms, ProgramName } from '../../../infra/operations/start/programs.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Set for specs by `bundle-programs.ts`: the folder of the bundled programs. */
export const bundleVariable = 'TAPWISE_TEST_BUNDLE';

/** Set for specs by `bundle-programs.ts`: the folder of the bundled commands. */
export const commandsVariable = 'TAPWISE_TEST_COMMANDS';

/** What Node is given to run `npm run <command>`: its bundle, or where none was made the command as people run it. */
export function commandArguments(command: keyof typeof commandPrograms): string[] {
  const bundle = process.env[commandsVariable];
  if (bundle === undefined) return [join(root, 'infra/operations/bootstrap.mjs'), command];
  const file = join(bundle, `${command}.js`);
  return [...programFlags(file), file];
}

/**
 * What a part runs as a thread or as a process: bundled, as the product runs it, because each start from sources compiles
 * them again; `undefined` where no bundle was made, for its sources.
 */
export function bundledProgram(name: keyof typeof furtherPrograms): string | undefined {
  const bundle = process.env[bundleVariable];
  return bundle === undefined ? undefined : join(bundle, `${name}.js`);
}

/** What Node is given to run a program: its bundle, as the product runs it, or its sources where none was made. */
export function programArguments(name: ProgramName): string[] {
  return argumentsOf(root, process.env[bundleVariable], name);
}
