import type { Application } from '@tapwise/contract';
import { type ReactNode, useMemo } from 'react';
import {
  ApplicationPicker,
  ComparePicker,
  compareLabels,
  describeRange,
  OrganizationPicker,
  RangePicker,
  resolveRange,
} from '../../../../shared/report/index.ts';
import {
  ChoicePicker,
  describeAccountScope,
  organizationsOf,
  SearchPicker,
  targetsOf,
} from '../../../../shared/scope/index.ts';
import { FoldedScope, ScopeFrame } from '../../../../shared/scope/ScopeFrame.tsx';
import { useAdGroupNames } from '../api/series-api.ts';
import { type ReportType, reportTypes } from '../messages.ts';
import { type ChartScreenUrl, firstDayOf, useCampaignChoices, useTargetToday } from './use-chart-screen.ts';

interface Props {
  screen: ChartScreenUrl;
  applications: readonly Application[];
}

interface BarProps extends Props {
  /** The Live switch. */
  live: ReactNode;
}

const typeChoices = (Object.keys(reportTypes) as ReportType[]).map((value) => ({
  value,
  text: reportTypes[value].label,
}));

/** Report type, scope and range; the lower levels choose their campaign and ad group here as well. */
export function ChartScopeBar({ screen, applications, live }: BarProps) {
  const { choice, url, refusal, unsent } = screen;
  const { account, type, range } = choice;
  const targets = useMemo(() => targetsOf(account, applications), [account, applications]);
  const today = useTargetToday(targets);
  const firstDay = firstDayOf(targets);
  const days = resolveRange(range, today, firstDay);
  const idOf = (value: number | 'all' | null) => (value === 'all' ? null : value);
  const details = [
    reportTypes[url.choice.type].label,
    describeRange(url.choice.range, days, today).name,
    ...(url.choice.compare === 'none' ? [] : [compareLabels[url.choice.compare]]),
  ];
  const pickers = (
    <>
      <ChoicePicker label="Report type" choices={typeChoices} chosen={type} onChoose={screen.changeType} />
      <ApplicationPicker
        applications={applications}
        all
        value={idOf(account.application)}
        onChange={(id) => screen.changeAccount({ application: id ?? 'all', organization: null })}
      />
      <OrganizationPicker
        organizations={organizationsOf(applications, account.application)}
        all
        value={idOf(account.organization)}
        onChange={(id) => screen.changeAccount({ ...account, organization: id ?? 'all' })}
      />
      {type !== 'campaigns' && <LowerPickers screen={screen} applications={applications} days={days} />}
      <RangePicker
        choice={range}
        today={today}
        firstDay={firstDay}
        timeZone={targets[0]?.organization.time_zone ?? 'UTC'}
        onApply={(next) => screen.update({ range: next })}
      />
      <ComparePicker value={choice.compare} onChange={(compare) => screen.change({ compare })} />
    </>
  );
  return (
    <ScopeFrame
      pickers={pickers}
      unsent={unsent}
      refusal={refusal}
      onUpdate={screen.update}
      end={live}
      folded={
        <FoldedScope name={describeAccountScope(url.choice.account, applications)} details={details.join(' · ')} />
      }
    />
  );
}

function LowerPickers({ screen, applications, days }: Props & { days: { from: string; to: string } }) {
  const { choice } = screen;
  const { account, campaignId, adGroupId } = choice;
  const targets = useMemo(() => targetsOf(account, applications), [account, applications]);
  const { campaigns, loading } = useCampaignChoices(targets, true);
  const chosen = campaigns.find(({ id }) => id === campaignId);
  const adGroups = useAdGroupNames(
    choice.type !== 'keywords' || chosen === undefined
      ? null
      : {
          applicationId: chosen.target.application.id,
          organizationId: chosen.target.organization.organization_id,
          campaignId: chosen.id,
          ...days,
        },
  );
  return (
    <>
      <SearchPicker
        label="Campaign"
        choices={campaigns.map(({ id, name }) => ({ value: String(id), text: name }))}
        chosen={campaignId === null ? null : String(campaignId)}
        onChoose={(value) => screen.change({ campaignId: Number(value), adGroupId: null })}
        loading={loading}
      />
      {choice.type === 'keywords' && (
        <SearchPicker
          label="Ad group"
          choices={(adGroups.data ?? []).map(({ id, name }) => ({ value: String(id), text: name }))}
          chosen={adGroupId === null ? null : String(adGroupId)}
          onChoose={(value) => screen.change({ adGroupId: Number(value) })}
          refusal={campaignId === null ? 'Choose a campaign first' : null}
          loading={adGroups.isPending}
        />
      )}
    </>
  );
}
