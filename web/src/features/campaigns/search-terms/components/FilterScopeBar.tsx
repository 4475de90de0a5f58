import type { Application, Organization } from '@tapwise/contract';
import type { ReactNode } from 'react';
import { AccountPickers } from '../../../../shared/report/index.ts';
import { type NamedCampaign, SearchPicker } from '../../../../shared/scope/index.ts';
import { FoldedScope, ScopeFrame } from '../../../../shared/scope/ScopeFrame.tsx';
import { termMessages as words } from '../messages.ts';
import type { FilterKind } from '../model/decisions.ts';
import styles from './terms.module.css';
import type { FilterUrl } from './use-filter-url.ts';

/** What a scope names, and the campaigns to choose from. */
export interface FilterScope {
  application: Application | null;
  organization: Organization | null;
  /** To filter, and, for discovery, to add keywords to. */
  campaigns: readonly NamedCampaign[];
  targets: readonly NamedCampaign[];
  campaign: NamedCampaign | null;
  target: NamedCampaign | null;
  loading: boolean;
  /** The campaigns could not be read. */
  failed: boolean;
  /** It is not known yet which campaign keywords go to by themselves. */
  targetLoading: boolean;
  /** The account has no campaign at all. */
  none: boolean;
}

interface Props {
  kind: FilterKind;
  url: FilterUrl;
  applications: readonly Application[];
  /** What the pickers show. */
  chosen: FilterScope;
  end: ReactNode;
}

/** Application, organization, the campaign to filter, and for discovery the one that keywords are added to. */
export function FilterScopeBar({ kind, url, applications, chosen, end }: Props) {
  const { application, organization, campaign, target } = chosen;
  const required = kind === 'discovery' ? words.discoveryRequired : words.campaignRequired;
  return (
    <ScopeFrame
      unsent={url.unsent}
      refusal={url.unsent && campaign === null ? required : null}
      onUpdate={() => url.update({ campaign: campaign?.id ?? null, target: target?.id ?? null })}
      end={end}
      folded={<FoldedScope name={campaign?.name ?? words.campaign} details={application?.name ?? ''} />}
      pickers={
        <>
          <AccountPickers
            applications={applications}
            application={application}
            organizationId={organization?.organization_id ?? null}
            onChange={(id, org) => url.changeAccount({ application: id, organization: org })}
          />
          <CampaignChoice
            label={words.from[kind]}
            campaigns={chosen.campaigns}
            chosen={campaign}
            loading={chosen.loading}
            failed={chosen.failed}
            onChoose={(id) => url.change({ campaign: id, target: null })}
          />
          {kind === 'discovery' && (
            <CampaignChoice
              label={words.target}
              campaigns={chosen.targets}
              chosen={target}
              loading={chosen.targetLoading}
              failed={chosen.failed}
              onChoose={(id) => url.change({ campaign: campaign?.id ?? null, target: id })}
            />
          )}
        </>
      }
    />
  );
}

interface ChoiceProps {
  label: string;
  campaigns: readonly NamedCampaign[];
  chosen: NamedCampaign | null;
  loading: boolean;
  failed: boolean;
  onChoose: (id: number) => void;
}

function CampaignChoice({ label, campaigns, chosen, loading, failed, onChoose }: ChoiceProps) {
  return (
    <span className={styles.aimed}>
      <span aria-hidden="true">{label}</span>
      <SearchPicker
        label={label}
        placeholder={words.chooseCampaign}
        choices={campaigns.map(({ id, name, status }) => ({
          value: String(id),
          text: status === 'RUNNING' ? name : `${name} (${status})`,
        }))}
        chosen={chosen === null ? null : String(chosen.id)}
        onChoose={(id) => onChoose(Number(id))}
        loading={loading}
        failed={failed}
      />
    </span>
  );
}
