import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { alertsOptions } from '../../../../shared/campaigns/alerts/alerts-query.ts';
import { completeAccountScope, readAccountScope, rememberedAccount } from '../../../../shared/scope/index.ts';
import { useAccount } from '../../../account/session/index.ts';
import styles from './automation-tabs.module.css';

/** How many incidents of the application are open, behind the name of their tab. */
export function OpenAlerts() {
  const { account, applications } = useAccount();
  const [params] = useSearchParams();
  const { application } = completeAccountScope(readAccountScope(params), applications, rememberedAccount, {
    all: false,
  });
  const id = typeof application === 'number' && account.access !== 'restricted' ? application : null;
  const { data } = useQuery(alertsOptions(id));
  const open = data?.reduce((sum, { firing }) => sum + firing, 0) ?? 0;
  if (open === 0) return null;
  return (
    <span className={styles.open}>
      {open}
      <span className="visually-hidden"> open</span>
    </span>
  );
}
