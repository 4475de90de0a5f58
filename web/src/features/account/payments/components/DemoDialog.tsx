import { ReadingDialog } from '../../../../shared/ui/ReadingDialog.tsx';
import { paymentsMessages as words } from '../messages.ts';
import { SalesLink } from './SalesLink.tsx';

/** Why nothing can be bought in the demo, and where it can. */
export function DemoDialog({ sales, onClose }: { sales: string | null; onClose: () => void }) {
  return (
    <ReadingDialog title={words.demo} onClose={onClose}>
      <p>{words.demoText}</p>
      <SalesLink url={sales} />
    </ReadingDialog>
  );
}
