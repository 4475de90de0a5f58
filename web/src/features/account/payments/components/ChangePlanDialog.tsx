import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../../shared/calendar/instants.ts';
import { unknown } from '../../../../shared/format/numbers.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { previewChange } from '../api/billing-api.ts';
import type { BillingStatus, ChangePreview } from '../api/billing-types.ts';
import { paymentsMessages as words } from '../messages.ts';
import { amountText, type Choice, countText } from '../model/offers.ts';
import styles from './payments.module.css';
import type { Billing } from './use-billing.ts';

interface Props {
  billing: Billing;
  status: BillingStatus;
  choice: Choice;
  onClose: () => void;
}

/** What another plan charges now and next, as the provider says, before anything changes. */
export function ChangePlanDialog({ billing, status: { plans, usage }, choice, onClose }: Props) {
  const preview = useQuery({
    queryKey: ['billing', 'preview', choice.level, choice.period],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: () => previewChange(choice),
  });
  const installs = plans.find(({ level }) => level === choice.level)?.installs ?? 0;
  const used = Math.max(usage.installs, usage.last_month);
  const failure = preview.isError ? messageOf(preview.error) : billing.failure;
  const ready = preview.data !== undefined && billing.busy === null;
  async function change(): Promise<void> {
    if (ready && (await billing.change(choice))) onClose();
  }
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{words.changeTitle}</DialogTitle>
          <DialogContent className={styles.dialog}>
            <p>{words.changeTo(words.planName(countText(installs)), words.period[choice.period])}</p>
            {failure !== null && (
              <MessageBar intent="error" role="alert">
                <MessageBarBody>{failure}</MessageBarBody>
              </MessageBar>
            )}
            {preview.isPending && <p role="status">{words.reading}</p>}
            {preview.data !== undefined && <Amounts {...preview.data} />}
            {used > installs && <p>{words.belowUsage(countText(used))}</p>}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words.back}</Button>
            <Button appearance="primary" disabledFocusable={!ready} onClick={() => void change()}>
              {words.change}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function Amounts({ now, next }: ChangePreview) {
  return (
    <dl className={styles.amounts}>
      <dt className="muted">{words.now}</dt>
      <dd>{signedAmount(now)}</dd>
      <dt className="muted">{words.next(formatDay(next.at))}</dt>
      <dd>{signedAmount(next)}</dd>
    </dl>
  );
}

/** What comes back is a credit. */
function signedAmount({ amount, currency }: ChangePreview['now']): string {
  const text = amountText(amount === null ? null : Math.abs(amount), currency) ?? unknown;
  return amount !== null && amount < 0 ? words.credit(text) : text;
}
