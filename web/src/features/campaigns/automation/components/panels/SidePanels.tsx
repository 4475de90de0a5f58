import type { Application } from '@tapwise/contract';
import { Suspense } from 'react';
import { lazyPart } from '../../../../../shared/page/lazy-part.tsx';
import { isFixed, type ListedRule, type RuleType } from '../../api/automation-types.ts';
import type { AutomationUrl } from '../use-automation-url.ts';
import styles from './panel.module.css';

/** Each comes when it is first opened. */
const RuleForm = lazyPart(async () => (await import('../form/RuleForm.tsx')).RuleForm);
const LogsPanel = lazyPart(async () => (await import('../logs/LogsPanel.tsx')).LogsPanel);
const WhyOfAnyRule = lazyPart(async () => (await import('../why/WhyOfAnyRule.tsx')).WhyOfAnyRule);

interface Props {
  application: Application;
  url: AutomationUrl;
  rules: readonly ListedRule[];
  /** The rule the screen is about; `null` where the address says which. */
  rule: ListedRule | null;
}

const types: readonly string[] = ['raise_bids', 'filter_skag', 'filter_discovery'] satisfies RuleType[];

/** What the address shows beside the rules. */
export function SidePanels({ application, url, rules, rule: currentRule }: Props) {
  const { panel, id, type, key } = url.view;
  const rule = currentRule ?? rules.find((candidate) => candidate.id === id) ?? null;
  const fixed = rules.filter(isFixed);
  if (panel === null || panel === 'versions') return null;
  const waiting = <aside className={styles.panel} aria-busy />;
  if (panel === 'why') {
    return (
      <Suspense fallback={waiting}>
        {key !== null && <WhyOfAnyRule application={application} rules={rules} url={url} unit={key} />}
      </Suspense>
    );
  }
  if (panel === 'logs') {
    return (
      <Suspense fallback={waiting}>
        {rule !== null && <LogsPanel application={application} rule={rule} url={url} />}
      </Suspense>
    );
  }
  const edited = rule !== null && isFixed(rule) ? rule : null;
  if (panel !== 'add' && (edited === null || (panel === 'edit' && edited.type !== 'raise_bids'))) return null;
  return (
    <Suspense fallback={waiting}>
      <RuleForm
        key={`${panel} ${rule?.id} ${type}`}
        application={application}
        rules={fixed}
        kind={panel}
        rule={panel === 'add' ? null : edited}
        type={type !== null && types.includes(type) ? (type as RuleType) : null}
        onClose={url.closePanel}
      />
    </Suspense>
  );
}
