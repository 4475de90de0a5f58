import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { useState } from 'react';
import { safetyWords as words } from '../../../messages/safety-words.ts';
import { faultsBelow } from '../../../model/draft/fault-texts.ts';
import { runsText, safetyText } from '../../../model/words/safety-texts.ts';
import { Faults } from '../../fields/Faults.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { RunsDialog } from './RunsDialog.tsx';
import { SafetyDialog } from './SafetyDialog.tsx';
import styles from './safety.module.css';

/** What keeps the rule from doing too much, and when it runs: two sentences that can be changed. */
export function SafetySection() {
  const { draft, faults } = useBuilder();
  const restore = useRestoreFocusTarget();
  const [opened, setOpened] = useState<'safety' | 'runs' | null>(null);
  const close = () => setOpened(null);
  return (
    <section className={styles.section}>
      <dl>
        <div>
          <dt>{words.safety}</dt>
          <dd>{safetyText(draft.guards, draft.level)}</dd>
          <dd>
            <Button
              {...restore}
              size="small"
              appearance="transparent"
              aria-label={words.changeSafety}
              onClick={() => setOpened('safety')}
            >
              {words.change}
            </Button>
          </dd>
        </div>
        <div>
          <dt>{words.runs}</dt>
          <dd>
            {runsText(draft.schedule)}, {words.zone}
          </dd>
          <dd>
            <Button
              {...restore}
              size="small"
              appearance="transparent"
              aria-label={words.changeRuns}
              onClick={() => setOpened('runs')}
            >
              {words.change}
            </Button>
          </dd>
        </div>
      </dl>
      <Faults
        texts={[
          ...faultsBelow(faults, 'guards'),
          ...faultsBelow(faults, 'schedule'),
          ...faultsBelow(faults, 'priority'),
        ]}
      />
      {opened === 'safety' && <SafetyDialog onClose={close} />}
      {opened === 'runs' && <RunsDialog onClose={close} />}
    </section>
  );
}
