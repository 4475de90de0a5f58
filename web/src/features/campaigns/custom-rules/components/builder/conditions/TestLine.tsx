import { Button } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { Options16Regular } from '@fluentui/react-icons/svg/options';
import { useState } from 'react';
import { builderWords as words } from '../../../messages/builder-words.ts';
import { insideNots } from '../../../model/draft/draft-paths.ts';
import type { TestDraft } from '../../../model/draft/draft-types.ts';
import { faultAt, faultsBelow } from '../../../model/draft/fault-texts.ts';
import { Faults } from '../../fields/Faults.tsx';
import { SelectField } from '../../fields/SelectField.tsx';
import { useBuilder } from '../state/builder-context.ts';
import styles from './conditions.module.css';
import { hasOptions, TestOptions } from './TestOptions.tsx';
import { metricChoices, operatorChoices, withMetric } from './test-choices.ts';
import { ValueFields } from './ValueFields.tsx';
import { WindowField } from './WindowField.tsx';

interface Props {
  test: TestDraft;
  /** Of the condition with its negations. */
  path: string;
  onChange: (test: TestDraft) => void;
  onRemove: () => void;
}

/** One condition: what is compared, over which days, how, and with what; at its end how many units it fits now. */
export function TestLine({ test, path: outerPath, onChange, onRemove }: Props) {
  const { draft, metrics, faults } = useBuilder();
  const [opened, setOpened] = useState(false);
  const path = insideNots(outerPath, test);
  const metric = metrics.get(test.metric);
  const isOpen = opened || hasOptions(test);
  return (
    <div className={styles.test} data-test-path={path}>
      <div className={styles.line}>
        <SelectField
          size="metric"
          label={words.metric}
          value={test.metric}
          choices={metricChoices(metrics, draft.level)}
          fault={faultAt(faults, `${path}.metric`)}
          onChange={(name) => onChange(withMetric(test, name, metrics))}
        />
        <WindowField test={test} path={path} onChange={onChange} />
        <SelectField
          label={words.comparison}
          value={test.op}
          choices={operatorChoices(metric, test)}
          fault={faultAt(faults, `${path}.op`)}
          onChange={(op) => onChange({ ...test, op })}
        />
        <ValueFields test={test} path={path} onChange={onChange} />
        <Fits path={path} />
        <span className={styles.buttons}>
          <Button
            size="small"
            appearance="subtle"
            icon={<Options16Regular />}
            aria-label={words.options}
            aria-expanded={isOpen}
            onClick={() => setOpened(!isOpen)}
          />
          <Button
            size="small"
            appearance="subtle"
            icon={<Dismiss16Regular />}
            aria-label={words.removeCondition}
            onClick={onRemove}
          />
        </span>
      </div>
      {isOpen && <TestOptions test={test} path={path} onChange={onChange} />}
      <Faults texts={faultsBelow(faults, path)} />
    </div>
  );
}

function Fits({ path }: { path: string }) {
  const { counts, isStale } = useBuilder();
  const count = counts.get(path);
  if (count === undefined) return <span className={styles.fits} />;
  return (
    <span className={styles.fits} data-stale={isStale || undefined}>
      {words.fits(count.fits, count.asked, count.unknown)}
    </span>
  );
}
