import { dayMs } from '@tapwise/contract/calendar';
import { Age } from '../../../../shared/report/index.ts';
import { storeMessages as words } from '../messages.ts';

/** A daily report is usually a day old; twice that is worth a warning. In milliseconds. */
export const storeStaleAfter = 2 * dayMs;

/** How long ago the store's reports were taken over: `The store's daily reports, updated 1 h ago`. */
export function UpdatedAge({ instant }: { instant: string | null }) {
  return (
    <Age
      instant={instant}
      before={`${words.reports}, `}
      none={words.never}
      staleAfter={storeStaleAfter}
      form="updated"
    />
  );
}
