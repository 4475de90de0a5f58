import { useInfiniteQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { useMemo, useState } from 'react';
import { Message } from '../../../../../shared/report/index.ts';
import { ChoicePicker } from '../../../../../shared/scope/index.ts';
import scope from '../../../../../shared/scope/scope.module.css';
import { SearchField } from '../../../../../shared/ui/SearchField.tsx';
import { logsOptions } from '../../api/automation-api.ts';
import type { Rule } from '../../api/automation-types.ts';
import { automationMessages } from '../../messages.ts';
import { unitsOf } from '../../model/rule-scope.ts';
import { type RunChoice, runChoices } from '../../model/run-choices.ts';
import { countsText, countVerdicts, runText } from '../../model/run-texts.ts';
import { verdictMessages } from '../../verdict-messages.ts';
import { RunTable } from '../logs/RunTable.tsx';
import type { AutomationUrl } from '../use-automation-url.ts';
import { Waiting } from '../Waiting.tsx';
import styles from './rule.module.css';
import { type DisplayedRun, dryRun } from './use-displayed-run.ts';

const words = automationMessages.rule;
const newest = 'newest';

interface Props {
  application: Application;
  rule: Rule;
  displayedRun: DisplayedRun;
  url: AutomationUrl;
  /** Decision that is explained beside the table. */
  explained: string | null;
}

/** One run: what it came to, unit by unit, and the way to other runs. */
export function RunSection({ application, rule, displayedRun, url, explained }: Props) {
  const { currency, timeZone } = unitsOf(application, rule);
  const { run, dry, verdicts } = displayedRun;
  const [search, setSearch] = useState('');
  const [verdict, setVerdict] = useState('all');
  const logs = useInfiniteQuery(logsOptions(application.id, rule.id));
  const runs = useMemo(() => runChoices(logs.data?.pages.flat() ?? [], timeZone), [logs.data, timeZone]);
  const wanted = search.trim().toLowerCase();
  const rows = verdicts.filter(
    (row) => (verdict === 'all' || row.verdict === verdict) && row.keyword.toLowerCase().includes(wanted),
  );
  const title = dry ? words.dry : run === null ? words.runs : runText(run, timeZone);
  return (
    <section aria-labelledby="run-title">
      <div className={styles.runHead}>
        <h2 id="run-title">{title}</h2>
        <p role="status">{runSummary(rule, displayedRun)}</p>
        <div className={styles.runTools}>
          {verdicts.length > 0 && (
            <SearchField label={words.filter} value={search} onChange={setSearch} className={styles.search} />
          )}
          <div className={scope.joined}>
            {verdicts.length > 0 && <VerdictPicker verdicts={verdicts} verdict={verdict} onChoose={setVerdict} />}
            <RunPicker
              raises={rule.type === 'raise_bids'}
              runs={runs}
              chosen={url.view.run}
              onChoose={(next) => url.change({ run: next, key: null, decision: null, panel: null })}
            />
          </div>
        </div>
      </div>
      {rows.length > 0 && (
        <RunTable
          rows={rows}
          currency={currency}
          dry={dry || rule.mode === 'shadow'}
          chosen={explained}
          onWhy={({ key, decision_id: decision }) => url.change({ key, decision, panel: null })}
        />
      )}
      {rows.length === 0 && <NoRows displayedRun={displayedRun} filtered={verdicts.length > 0} />}
    </section>
  );
}

function runSummary(rule: Rule, { run, dry, verdicts, loading }: DisplayedRun): string {
  if (dry)
    return verdicts.length === 0
      ? words.dryNote
      : `${countsText(rule.type, countVerdicts(verdicts), true)}. ${words.dryNote}`;
  if (run === null) return '';
  const state = words.runStates[run.state];
  const counts = countsText(rule.type, countVerdicts(verdicts), rule.mode === 'shadow');
  if (verdicts.length === 0) return [state, run.message].filter((text) => text != null).join('. ');
  return state === undefined || (run.state === 'running' && !loading) ? counts : `${state}. ${counts}`;
}

function NoRows({ displayedRun, filtered }: { displayedRun: DisplayedRun; filtered: boolean }) {
  if (filtered) return <p className={styles.none}>{automationMessages.logs.noMatch}</p>;
  if (displayedRun.loading) return <Waiting rows={4} />;
  if (displayedRun.error !== null) return null;
  if (displayedRun.run === null && !displayedRun.dry) return <Message title={words.noRun} text={words.noRunText} />;
  return <p className={styles.none}>{words.noUnits}</p>;
}

interface VerdictPickerProps extends Pick<DisplayedRun, 'verdicts'> {
  verdict: string;
  onChoose: (verdict: string) => void;
}

function VerdictPicker({ verdicts, verdict, onChoose }: VerdictPickerProps) {
  const presentVerdicts = [...new Set(verdicts.map((row) => row.verdict))];
  return (
    <ChoicePicker
      label={words.verdict}
      choices={[
        { value: 'all', text: words.allVerdicts },
        ...presentVerdicts.map((value) => ({ value, text: verdictMessages.verdicts[value] ?? value })),
      ]}
      chosen={verdict}
      onChoose={onChoose}
    />
  );
}

interface RunPickerProps {
  /** What would happen now is known of these rules alone. */
  raises: boolean;
  runs: readonly RunChoice[];
  chosen: string | null;
  onChoose: (run: string | null) => void;
}

function RunPicker({ raises, runs, chosen, onChoose }: RunPickerProps) {
  const choices = [
    { value: newest, text: words.newest },
    ...(raises ? [{ value: dryRun, text: words.dry }] : []),
    ...runs.map(({ id, text }) => ({ value: id, text })),
  ];
  const isListed = chosen === null || choices.some(({ value }) => value === chosen);
  return (
    <ChoicePicker
      label={words.runs}
      choices={isListed ? choices : [...choices, { value: chosen, text: words.runs }]}
      chosen={chosen ?? newest}
      onChoose={(value) => onChoose(value === newest ? null : value)}
    />
  );
}
