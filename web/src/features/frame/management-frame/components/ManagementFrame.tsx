import type { ReactNode } from 'react';
import { PageTabs } from '../../../../shared/ui/PageTabs.tsx';
import { TitleRow } from '../../shell/index.ts';
import { frameMessages as words } from '../messages.ts';

const tabs = [
  { path: '/client/management', label: words.campaigns },
  { path: '/client/management/tools', label: words.tools },
  { path: '/client/management/change_sets', label: words.changeSets },
  { path: '/client/management/guardrails', label: words.guardrails },
  { path: '/client/management/history', label: words.history },
];

interface Props {
  end?: ReactNode;
  children: ReactNode;
}

/** Title and tabs; application and organization go along from one tab to the other. */
export const ManagementFrame = ({ end, children }: Props) => (
  <>
    <TitleRow title={words.title} end={end} />
    <PageTabs name={words.tabs} tabs={tabs} kept={['app', 'org']} />
    {children}
  </>
);
