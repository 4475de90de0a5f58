import { Switch } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { Link } from 'react-router-dom';
import { unknown } from '../../../../../shared/format/numbers.ts';
import { isFixed, type ListedRule } from '../../api/automation-types.ts';
import { automationMessages as words } from '../../messages.ts';
import { campaignsText, unitsOf } from '../../model/rule-scope.ts';
import { instantText, slotText } from '../../model/run-texts.ts';
import { RuleMenu } from '../RuleMenu.tsx';
import type { AutomationUrl } from '../use-automation-url.ts';
import type { RuleActions } from '../use-rule-actions.ts';
import styles from './rules-table.module.css';

interface Props {
  rules: readonly ListedRule[];
  application: Application;
  url: AutomationUrl;
  actions: RuleActions;
  onDelete: (rule: ListedRule) => void;
  onBacktest: (rule: ListedRule) => void;
}

/** The rules of an application: what each is for, whether it runs, and when it does next. */
export function RulesTable({ rules, application, url, actions, onDelete, onBacktest }: Props) {
  const { columns } = words;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.applyTo}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.last}</th>
          <th scope="col">{columns.next}</th>
          <th scope="col">{columns.updated}</th>
          <th scope="col">
            <span className="visually-hidden">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={rule.id} data-chosen={rule.id === url.view.id || undefined} data-rule={rule.id}>
            <th scope="row">
              <Link to={url.addressOf(rule.id)}>{rule.campaign_name}</Link>
              <span>
                {words.types[rule.type]}
                {rule.mode === 'shadow' && <em title={words.shadowNote}>{words.shadow}</em>}
              </span>
            </th>
            <td>{campaignsText(rule.apply_to)}</td>
            <td>
              <RunningSwitch rule={rule} actions={actions} />
            </td>
            <td>
              <LastRun rule={rule} />
            </td>
            <td>
              <NextRun rule={rule} timeZone={unitsOf(application, rule).timeZone} />
            </td>
            <td>{instantText(rule.last_updated, unitsOf(application, rule).timeZone)}</td>
            <td data-end>
              <RuleMenu rule={rule} url={url} actions={actions} onDelete={onDelete} onBacktest={onBacktest} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Pauses and starts a rule; its state is written beside it. */
export function RunningSwitch({ rule, actions }: Pick<Props, 'actions'> & { rule: ListedRule }) {
  return (
    <span className={styles.running}>
      <Switch
        aria-label={words.switchOf(rule.campaign_name)}
        checked={rule.status === 'active'}
        onChange={(_, { checked }) => void actions.setRunning(rule, checked)}
      />
      {words.statuses[rule.status]}
    </span>
  );
}

function NextRun({ rule, timeZone }: { rule: ListedRule; timeZone: string }) {
  if (rule.next_run_at === null) return <span className="muted">{words.notYet}</span>;
  const text = rule.next_slot === null ? instantText(rule.next_run_at, timeZone) : slotText(rule.next_slot);
  return <time dateTime={rule.next_run_at}>{text}</time>;
}

/** When a custom rule ran last and what came of it. What fixed rules did is in their logs. */
function LastRun({ rule }: { rule: ListedRule }) {
  if (isFixed(rule) || rule.last_run === null) return <span className="muted">{unknown}</span>;
  const { slot, state, counts } = rule.last_run;
  const result = state === 'done' ? words.lastRun(counts?.acted ?? 0, counts?.failed ?? 0) : words.runStates[state];
  return (
    <span className={styles.last}>
      {result}
      <span>{slotText(slot)}</span>
    </span>
  );
}
