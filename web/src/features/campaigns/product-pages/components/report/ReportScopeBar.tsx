import type { Application } from '@tapwise/contract';
import { AccountPickers, describeRange, RangePicker, resolveRange } from '../../../../../shared/report/index.ts';
import { SearchPicker } from '../../../../../shared/scope/index.ts';
import { FoldedScope, ScopeFrame } from '../../../../../shared/scope/ScopeFrame.tsx';
import { pageMessages as words } from '../../messages.ts';
import type { PagesUrl } from '../use-pages-url.ts';
import type { PageChoices } from './use-page-choices.ts';

interface Props {
  url: PagesUrl;
  applications: readonly Application[];
  chosen: PageChoices;
  today: string;
}

/** Application, organization, campaign, page and days. */
export function ReportScopeBar({ url, applications, chosen, today }: Props) {
  const { application, organization, campaign, page } = chosen;
  const { range } = url.scope;
  const rangeName = describeRange(url.applied.range, resolveRange(url.applied.range, today, null), today).name;
  const named = { campaigns: campaign === null ? [] : [campaign.id], creative: page?.id ?? null };
  const refusal = campaign === null ? words.campaignRequired : page === null ? words.pageRequired : null;
  return (
    <ScopeFrame
      unsent={url.unsent}
      refusal={url.unsent ? refusal : null}
      onUpdate={() => url.update(named)}
      folded={<FoldedScope name={page?.name ?? words.page} details={`${campaign?.name ?? ''} · ${rangeName}`} />}
      pickers={
        <>
          <AccountPickers
            applications={applications}
            application={application}
            organizationId={organization?.organization_id ?? null}
            onChange={(id, org) => url.changeAccount({ application: id, organization: org })}
          />
          <SearchPicker
            label={words.campaign}
            choices={chosen.campaigns.map(({ id, name }) => ({ value: String(id), text: name }))}
            chosen={campaign === null ? null : String(campaign.id)}
            onChoose={(id) => url.change({ ...named, campaigns: [Number(id)] })}
            loading={chosen.loading}
            failed={chosen.failed}
          />
          <SearchPicker
            label={words.page}
            choices={chosen.pages.map(({ id, name }) => ({ value: String(id), text: name }))}
            chosen={page === null ? null : String(page.id)}
            onChoose={(id) => url.change({ ...named, creative: Number(id) })}
            loading={chosen.loading}
            failed={chosen.fault !== undefined}
          />
          <RangePicker
            choice={range}
            today={today}
            firstDay={null}
            timeZone={organization?.time_zone ?? 'UTC'}
            onApply={(next) => url.update({ ...named, range: next })}
          />
        </>
      }
    />
  );
}
