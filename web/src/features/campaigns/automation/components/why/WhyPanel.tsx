import { Button } from '@fluentui/react-components';
import { ArrowRight20Regular } from '@fluentui/react-icons/svg/arrow-right';
import { ArrowUndo20Regular } from '@fluentui/react-icons/svg/arrow-undo';
import { Clock16Regular } from '@fluentui/react-icons/svg/clock';
import { Flow16Regular } from '@fluentui/react-icons/svg/flow';
import { Play16Regular } from '@fluentui/react-icons/svg/play';
import type { Application } from '@tapwise/contract';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { currencySymbol, unknown } from '../../../../../shared/format/numbers.ts';
import type { Rule, RuleRun, RuleVerdict } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { bidText } from '../../model/amounts.ts';
import { unitsOf } from '../../model/rule-scope.ts';
import { instantText, runText } from '../../model/run-texts.ts';
import { bidLadder, explain, raises } from '../../model/why.ts';
import { SidePanel } from '../panels/SidePanel.tsx';
import type { AutomationUrl } from '../use-automation-url.ts';
import { useCampaignName } from '../use-campaign-names.ts';
import { CapBars } from './CapBars.tsx';
import { useUnitActions } from './use-unit-actions.ts';
import { VerdictBadge } from './VerdictBadge.tsx';
import styles from './why.module.css';

const words = automationMessages.why;

interface Props {
  application: Application;
  rule: Rule;
  verdict: RuleVerdict;
  /** `null`: nothing was done, it is only what would happen. */
  run: RuleRun | null;
  asOf: string | null;
  url: AutomationUrl;
  /** Over the figures: which of several rules is meant. */
  above?: ReactNode;
  onClose: () => void;
}

/** One decision in full: the sentence, the numbers and caps it was made on, how the bid came about, and the way back. */
export function WhyPanel({ application, rule, verdict, run, asOf, url, above, onClose }: Props) {
  const { currency, timeZone } = unitsOf(application, rule);
  // Params of another version are not shown as if they had decided.
  const params = run === null || run.version === rule.version ? rule.automation_params : null;
  const ladder = bidLadder(verdict, params, currency);
  return (
    <SidePanel
      title={titleOf(rule, verdict, run)}
      description={<Unit application={application} verdict={verdict} />}
      onClose={onClose}
      foot={
        <UnitActions application={application} rule={rule} verdict={verdict} run={run} url={url} currency={currency} />
      }
    >
      {above}
      <BidFigures verdict={verdict} currency={currency} dry={run === null || rule.mode === 'shadow'} />
      <p className={styles.sentence}>
        {explain(verdict, params, currency).map((phrase, index) =>
          typeof phrase === 'string' ? (
            phrase
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence keep their places.
            <strong key={index}>{phrase.strong}</strong>
          ),
        )}
      </p>
      {rule.type === 'raise_bids' && (
        <>
          <h3>{words.inputs(words.windows[rule.window], instantText(asOf, timeZone) || unknown)}</h3>
          <CapBars verdict={verdict} currency={currency} />
        </>
      )}
      {ladder.length > 0 && (
        <>
          <h3>{words.how}</h3>
          <table className={styles.ladder}>
            <tbody>
              {ladder.map(({ label, term, amount, total }) => (
                <tr key={label} data-total={total || undefined}>
                  <th scope="row">{label}</th>
                  <td>{term}</td>
                  <td>{amount}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <h3>{words.who}</h3>
      <dl className={styles.facts}>
        <Fact icon={<Flow16Regular aria-hidden />} name={words.rule}>
          {rule.campaign_name}, {automationMessages.rule.version(run?.version ?? rule.version)}
        </Fact>
        <Fact icon={<Play16Regular aria-hidden />} name={words.run}>
          {run === null ? automationMessages.rule.dryNote : runText(run, timeZone)}
        </Fact>
        <Fact icon={<Clock16Regular aria-hidden />} name={words.data}>
          {instantText(asOf, timeZone) || unknown}
        </Fact>
      </dl>
    </SidePanel>
  );
}

function titleOf(rule: Rule, verdict: RuleVerdict, run: RuleRun | null): string {
  if (rule.type !== 'raise_bids') return words.term;
  if (!raises(verdict)) return words.kept;
  return run === null || rule.mode === 'shadow' ? words.would : words.changed;
}

/** The keyword with the campaign it is in, where its name is known. */
function Unit({ application, verdict }: { application: Application; verdict: RuleVerdict }) {
  const campaign = useCampaignName(application.id, verdict.key);
  return <>{[verdict.keyword, campaign].filter((name) => name !== null).join(' · ')}</>;
}

interface FiguresProps {
  verdict: RuleVerdict;
  currency: string;
  dry: boolean;
}

function BidFigures({ verdict, currency, dry }: FiguresProps) {
  if (verdict.old === null && verdict.new === null) {
    return (
      <p className="m-0">
        <VerdictBadge verdict={verdict.verdict} dry={dry} />
      </p>
    );
  }
  return (
    <div className={styles.figures}>
      <dl>
        <div>
          <dt>{words.old}</dt>
          <dd data-old>{bidText(verdict.old, currency)}</dd>
        </div>
        <ArrowRight20Regular aria-hidden />
        <div>
          <dt>{words.new}</dt>
          <dd>
            {bidText(raises(verdict) ? verdict.new : verdict.old, currency)}
            <span>{currencySymbol(currency)}</span>
          </dd>
        </div>
      </dl>
      <VerdictBadge verdict={verdict.verdict} dry={dry} />
    </div>
  );
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {icon}
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface ActionsProps extends Pick<Props, 'application' | 'rule' | 'verdict' | 'run' | 'url'> {
  currency: string;
}

function UnitActions({ application, rule, verdict, run, url, currency }: ActionsProps) {
  const actions = useUnitActions(application.id, rule.id);
  const navigate = useNavigate();
  const back = bidText(verdict.old, currency);
  const undoes =
    run !== null && run.change_id !== null && raises(verdict) && verdict.outcome === 'changed' && verdict.old !== null;
  return (
    <>
      {undoes && run?.change_id != null && (
        <Button
          icon={<ArrowUndo20Regular />}
          disabledFocusable={actions.busy}
          onClick={() => void actions.undo(run.change_id ?? '', verdict.key, back)}
        >
          {words.undo(back)}
        </Button>
      )}
      {verdict.reason === 'released' && (
        <Button disabledFocusable={actions.busy} onClick={() => void actions.resume(verdict.key)}>
          {words.resume}
        </Button>
      )}
      <Button appearance="subtle" onClick={() => void navigate(url.addressOf(rule.id, { panel: 'logs' }))}>
        {words.logs}
      </Button>
    </>
  );
}
