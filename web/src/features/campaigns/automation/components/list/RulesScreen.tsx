import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { useState } from 'react';
import { DeleteDialog } from '../../../../../shared/campaigns/changes/DeleteDialog.tsx';
import { ApplicationPicker, Message, ReportError } from '../../../../../shared/report/index.ts';
import { ScopeRow } from '../../../../../shared/scope/index.ts';
import { useAccount } from '../../../../account/session/index.ts';
import { rulesOptions } from '../../api/automation-api.ts';
import type { Rule, RuleType } from '../../api/automation-types.ts';
import { automationMessages as words } from '../../messages.ts';
import { AutomationFrame } from '../AutomationFrame.tsx';
import { BacktestPart } from '../backtest/BacktestPart.tsx';
import styles from '../panels/panel.module.css';
import { SidePanels } from '../panels/SidePanels.tsx';
import { type AutomationUrl, useAutomationUrl } from '../use-automation-url.ts';
import { useRuleActions } from '../use-rule-actions.ts';
import { Waiting } from '../Waiting.tsx';
import { RulesTable } from './RulesTable.tsx';
import table from './rules-table.module.css';

/** All rules of an application. */
export function RulesScreen() {
  const { applications } = useAccount();
  const url = useAutomationUrl(applications);
  const { application } = url;
  return (
    <AutomationFrame
      url={url}
      scope={(rules) => (
        <ScopeRow end={rules !== undefined && <Counted rules={rules} onAdd={() => url.change(adding(null))} />}>
          <ApplicationPicker
            applications={applications}
            value={application?.id ?? null}
            onChange={url.chooseApplication}
          />
        </ScopeRow>
      )}
    >
      {(ready) => <Rules key={ready.id} application={ready} url={url} />}
    </AutomationFrame>
  );
}

const adding = (type: RuleType | null) => ({ panel: 'add', id: null, key: null, type }) as const;

function Counted({ rules, onAdd }: { rules: readonly Rule[]; onAdd: () => void }) {
  const running = rules.filter(({ status }) => status === 'active').length;
  return (
    <>
      <span role="status" className={table.count}>
        {words.summary(rules.length, running)}
      </span>
      <Button appearance="primary" icon={<Add20Regular />} onClick={onAdd}>
        {words.add}
      </Button>
    </>
  );
}

function Rules({ application, url }: { application: Application; url: AutomationUrl }) {
  const query = useQuery(rulesOptions(application.id));
  const actions = useRuleActions(application.id);
  const [deleting, setDeleting] = useState<Rule | null>(null);
  const [testing, setTesting] = useState<Rule | null>(null);
  const rules = query.data;
  return (
    <>
      {query.isError && (
        <ReportError
          error={query.error}
          answeredAt={rules === undefined ? 0 : query.dataUpdatedAt}
          onRetry={() => void query.refetch()}
        />
      )}
      <div className={styles.split}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <section className={styles.main} tabIndex={0} aria-label={words.allRules} aria-busy={query.isFetching}>
          {rules === undefined && !query.isError && <Waiting />}
          {rules?.length === 0 && <NoRules onAdd={(type) => url.change(adding(type))} />}
          {rules !== undefined && rules.length > 0 && (
            <RulesTable
              rules={rules}
              application={application}
              url={url}
              actions={actions}
              onDelete={setDeleting}
              onBacktest={setTesting}
            />
          )}
        </section>
        {rules !== undefined && <SidePanels application={application} url={url} rules={rules} rule={null} />}
      </div>
      {testing !== null && (
        <BacktestPart
          application={application}
          name={testing.campaign_name}
          applyTo={testing.apply_to}
          subject={{ id: testing.id }}
          onClose={() => setTesting(null)}
        />
      )}
      {deleting !== null && (
        <DeleteDialog
          names={[deleting.campaign_name]}
          text={words.deleteText}
          onClose={() => setDeleting(null)}
          onDelete={() => {
            setDeleting(null);
            void actions.remove(deleting);
          }}
        />
      )}
    </>
  );
}

/** What rules there can be, in a sentence each; a press begins one. */
function NoRules({ onAdd }: { onAdd: (type: RuleType) => void }) {
  const templates = Object.entries(words.templates) as [RuleType, readonly [string, string]][];
  return (
    <Message
      title={words.noRules}
      text={words.noRulesText}
      actions={
        <div className={table.templates}>
          {templates.map(([type, [name, sentence]]) => (
            <button key={type} type="button" onClick={() => onAdd(type)}>
              <strong>{name}</strong>
              <span>{sentence}</span>
            </button>
          ))}
        </div>
      }
    />
  );
}
