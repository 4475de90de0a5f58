import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { type ReactNode, useState } from 'react';
import { DeleteDialog } from '../../../../../shared/campaigns/changes/DeleteDialog.tsx';
import { ApplicationPicker, Message, ReportError } from '../../../../../shared/report/index.ts';
import { ScopeRow } from '../../../../../shared/scope/index.ts';
import { useAccount } from '../../../../account/session/index.ts';
import { rulesOptions } from '../../api/automation-api.ts';
import { isFixed, type ListedRule, type Rule, type RuleType } from '../../api/automation-types.ts';
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

/** All rules of an application. @param newRule Where custom rules begin. */
export function RulesScreen({ newRule }: { newRule?: (application: Application) => ReactNode }) {
  const { applications } = useAccount();
  const url = useAutomationUrl(applications);
  const { application } = url;
  return (
    <AutomationFrame
      url={url}
      scope={(rules) => (
        <ScopeRow
          end={
            rules !== undefined && (
              <Counted
                rules={rules}
                newRule={application !== null && newRule?.(application)}
                onAdd={() => url.change(adding(null))}
              />
            )
          }
        >
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

interface CountedProps {
  rules: readonly ListedRule[];
  newRule: ReactNode;
  onAdd: () => void;
}

function Counted({ rules, newRule, onAdd }: CountedProps) {
  const running = rules.filter(({ status }) => status === 'active').length;
  return (
    <div className="row wrap gap-8">
      <span role="status" className={table.count}>
        {words.summary(rules.length, running)}
      </span>
      <div className="row gap-8">
        <Button icon={<Add20Regular />} onClick={onAdd}>
          {words.add}
        </Button>
        {newRule}
      </div>
    </div>
  );
}

function Rules({ application, url }: { application: Application; url: AutomationUrl }) {
  const query = useQuery(rulesOptions(application.id));
  const actions = useRuleActions(application.id);
  const [deleting, setDeleting] = useState<ListedRule | null>(null);
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
              onBacktest={(rule) => isFixed(rule) && setTesting(rule)}
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
