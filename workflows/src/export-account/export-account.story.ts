import { repeatStep } from '../story/repeat-step.ts';
import type { Steps } from '../story/steps.ts';
import type { ExportAccountActivities } from './export-account.activities.ts';
import type { ExportAccountInput } from './export-account.contract.ts';

/** Makes a copy of what is kept about a person, and removes it when it has expired or another was wanted. */
export async function exportAccount(
  steps: Steps<ExportAccountInput, ExportAccountActivities>,
  input: ExportAccountInput,
): Promise<void> {
  await repeatStep(steps, input, () => steps.call.makeOrRemoveCopy(input));
}
