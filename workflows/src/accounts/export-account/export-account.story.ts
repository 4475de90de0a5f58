import type { Steps } from '../../story/steps.ts';
import type { ExportAccountActivities, ExportAccountInput } from './export-account.contract.ts';

/** Makes a copy of what is kept about a person, and removes it when it has expired or another was wanted. */
export async function exportAccount(
  { call, sleep, continueWith }: Steps<ExportAccountInput, ExportAccountActivities>,
  copy: ExportAccountInput,
): Promise<void> {
  for (;;) {
    const { status, seconds_left } = await call.readCopy(copy);
    if (status === 'wanted') await call.makeCopy(copy);
    else if (status === 'made') await sleep(seconds_left);
    else return call.removeCopy(copy);
    await continueWith(copy);
  }
}
