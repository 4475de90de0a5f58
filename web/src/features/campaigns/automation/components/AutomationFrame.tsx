import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import type { ReactNode } from 'react';
import { ReportBanners } from '../../../../shared/report/components/states/ReportBanners.tsx';
import { Message, NotReady } from '../../../../shared/report/components/states/ReportStates.tsx';
import { useAccount } from '../../../account/session/index.ts';
import { AutomationTabs } from '../../../frame/automation-frame/index.ts';
import { TitleRow } from '../../../frame/shell/index.ts';
import { rulesOptions } from '../api/automation-api.ts';
import type { ListedRule } from '../api/automation-types.ts';
import { automationMessages as words } from '../messages.ts';
import { useAutomationLive } from './use-automation-live.ts';
import type { AutomationUrl } from './use-automation-url.ts';

interface Props {
  url: AutomationUrl;
  /** Way from all rules to what is shown; without one the screen is a tab. */
  path?: ReactNode;
  /** The scope bar; it is there in every state. */
  scope?: (rules: readonly ListedRule[] | undefined) => ReactNode;
  /** Drawn once there is an application whose rules the person may see. */
  children: (application: Application) => ReactNode;
}

/** Title and scope of Automation, and what is said before rules can be shown. */
export function AutomationFrame({ url, path, scope, children }: Props) {
  const { account } = useAccount();
  const restricted = account.access === 'restricted';
  const { application } = url;
  const ready = application !== null && application.asa_integration === 'integrated' && !restricted;
  const rules = useQuery(rulesOptions(ready ? application.id : null));
  useAutomationLive(ready ? application.id : null);
  return (
    <>
      <TitleRow title={words.title} path={path} />
      {path === undefined && <AutomationTabs />}
      {scope?.(rules.data)}
      <ReportBanners demo={account.demo} />
      {restricted ? (
        <Message title={words.restricted} />
      ) : ready ? (
        children(application)
      ) : (
        <NotReady application={application} />
      )}
    </>
  );
}
