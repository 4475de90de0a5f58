import { join } from 'node:path';
import { programFlags } from '@tapwise/adapters';
import { commandPlan } from '../../../infra/operations/command/command-programs.ts';
import type { BundlePlan } from '../../../infra/operations/start/bundle/bundle-parts.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** What specs run as processes of their own, again and again, and is no program of the product; as source files. */
const specPrograms = {
  'append-flood': 'tests/faults/append-flood.ts',
  'own-rules-worker': 'tests/faults/rules/own/own-rules-worker.ts',
  'webhook-worker': 'tests/faults/webhooks/webhook-worker.ts',
} as const;

export const specPlan: BundlePlan = {
  folder: 'dist/test-programs',
  sources: [...commandPlan.sources, 'tests'],
  whole: {},
  cut: [specPrograms],
};

/** Set for specs by `bundle-spec-programs.ts`: the folder of these programs. */
export const specProgramsVariable = 'TAPWISE_TEST_PROGRAMS';

/** What Node is given to run a program of the specs: its bundle, or its sources, which each start compiles, where none was made. */
export function specProgramArguments(name: keyof typeof specPrograms): string[] {
  const bundle = process.env[specProgramsVariable];
  const file = bundle === undefined ? join(root, specPrograms[name]) : join(bundle, `${name}.js`);
  return [...programFlags(file), file];
}
