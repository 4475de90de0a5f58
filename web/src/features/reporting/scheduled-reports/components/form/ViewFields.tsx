import { Button, Field, Input } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { useState } from 'react';
import { readViews } from '../../../../../shared/report/model/views/saved-views.ts';
import { localSettings } from '../../../../../shared/storage/local-settings.ts';
import type { ScheduledScope } from '../../api/report-schedule-types.ts';
import { scheduledReportMessages } from '../../messages.ts';
import { rangeChoices } from '../../model/draft/choices.ts';
import { labelOfColumn, type ScheduledCall, updatedView, withoutLabels } from '../../model/draft/scheduled-view.ts';
import { viewText } from '../../model/schedule-texts.ts';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import styles from './form.module.css';
import type { ReportForm } from './use-report-form.ts';

const { form: words } = scheduledReportMessages;

interface Props {
  form: ReportForm;
  application: Application;
  accountId: number;
}

/** What a report is called, which table it holds, and of which days. */
export function ViewFields({ form, application, accountId }: Props) {
  const { draft, faults, set } = form;
  const { scope, view } = draft;
  const organizations = application.asaOrganizations;
  const [saved] = useState(() => readViews(localSettings.reportViews(accountId)));
  const [name, setName] = useState('');
  const chosen = saved.find((candidate) => candidate.name === name);
  return (
    <>
      <Field label={words.name} validationMessage={faults.name}>
        <Input
          name="name"
          maxLength={100}
          autoComplete="off"
          value={draft.name}
          onChange={(_, { value }) => set({ name: value })}
        />
      </Field>
      {organizations.length > 1 && (
        <ChoiceSelect
          label={words.organization}
          choices={organizations.map(({ organization_id, name: text }) => ({ value: String(organization_id), text }))}
          chosen={String(scope.asa_organization_id)}
          fault={faults.scope}
          onChoose={(id) => {
            const organization = organizations.find(({ organization_id }) => String(organization_id) === id);
            if (organization === undefined) return;
            // Campaigns are of one organization: those of another have no place in its table.
            set({
              scope: { asa_organization_id: organization.organization_id },
              view: { ...view, call: view.call === 'basic_by_countries' ? view.call : 'campaigns' },
              zone: organization.time_zone,
            });
          }}
        />
      )}
      <fieldset className={styles.group}>
        <legend>{words.view}</legend>
        <p className={styles.view}>
          {[viewText(view), ...withinText(scope)].join(' ')}
          {view.sort !== '' && <span className="muted"> · {sortText(view.call, view.sort)}</span>}
        </p>
        {faults.view !== undefined && <p className={styles.fault}>{faults.view}</p>}
        {organizations.length < 2 && faults.scope !== undefined && <p className={styles.fault}>{faults.scope}</p>}
        {saved.length > 0 && (
          <div className={styles.adding}>
            <ChoiceSelect
              label={words.savedView}
              choices={[
                { value: '', text: words.chooseView },
                ...saved.map((candidate) => ({ value: candidate.name, text: candidate.name })),
              ]}
              chosen={name}
              onChoose={setName}
            />
            <Button
              disabledFocusable={chosen === undefined}
              title={chosen === undefined ? words.chooseView : undefined}
              onClick={() => chosen !== undefined && set({ view: updatedView(view, chosen.search) })}
            >
              {words.updateView}
            </Button>
          </div>
        )}
        {view.filters.labels !== undefined && (
          <div>
            <Button onClick={() => set({ view: withoutLabels(view) })}>{words.withoutLabels}</Button>
          </div>
        )}
        <p className={styles.note}>{words.viewHint}</p>
      </fieldset>
      <ChoiceSelect
        label={words.range}
        hint={words.rangeHint}
        choices={rangeChoices}
        chosen={draft.range}
        fault={faults.range}
        onChoose={(range) => set({ range })}
      />
    </>
  );
}

function withinText({ campaign_id, ad_group_id, campaign_ids }: ScheduledScope): string[] {
  if (ad_group_id !== undefined) return [words.within.adGroup(ad_group_id)];
  if (campaign_id !== undefined) return [words.within.campaign(campaign_id)];
  return campaign_ids === undefined ? [] : [words.within.campaigns(campaign_ids.length)];
}

function sortText(call: ScheduledCall, sort: string): string {
  const columns = sort.split(',').map((key) => labelOfColumn(call, key.replace(/^-/, '')));
  return words.sortedBy(columns.join(', '));
}
