import type { Account } from '@tapwise/contract';
import { Link, useLocation } from 'react-router-dom';
import { formatDay } from '../../../../shared/calendar/instants.ts';
import { NoticeBar } from '../../../../shared/ui/NoticeBar.tsx';
import { useAccount } from '../../../account/session/index.ts';
import { shellMessages as words } from '../messages.ts';
import styles from './shell.module.css';

const payments = '/client/payments';

/** A failed payment or the end of service, on every screen but Payments, which says it itself. Admins are led there. */
export function ServiceNotice() {
  const { account } = useAccount();
  const { pathname } = useLocation();
  const isAdmin = account.access === 'admin';
  if (pathname.startsWith(payments) || account.demo) return null;
  if (!account.hasBillingIssues && account.service === 'full') return null;
  const link = isAdmin && <Link to={payments}>{account.hasBillingIssues ? words.updateCard : words.choosePlan}</Link>;
  return (
    <div className={styles.serviceNotice} data-banner="service">
      <NoticeBar intent={account.hasBillingIssues ? 'error' : 'info'} actions={link}>
        {textOf(account, isAdmin)}
      </NoticeBar>
    </div>
  );
}

function textOf({ hasBillingIssues, paidUntil, trialExpirationDate, service_ends_at }: Account, isAdmin: boolean) {
  if (hasBillingIssues && !isAdmin) return words.askAdmin;
  if (hasBillingIssues) {
    return (
      <>
        <span>{words.billingIssue}</span>.
        {service_ends_at !== null && ` ${words.continuesUntil(formatDay(service_ends_at))}`}
      </>
    );
  }
  const paidLast = paidUntil !== null && (trialExpirationDate === null || paidUntil >= trialExpirationDate);
  return (paidLast ? words.planEnded : words.trialEnded)(formatDay(paidLast ? paidUntil : trialExpirationDate));
}
