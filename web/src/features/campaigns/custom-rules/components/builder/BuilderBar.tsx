import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { Suspense, useState } from 'react';
import { type To, useNavigate } from 'react-router-dom';
import { formatClock } from '../../../../../shared/format/ages.ts';
import { lazyPart } from '../../../../../shared/page/lazy-part.tsx';
import type { CustomRuleListed } from '../../api/custom-rule-types.ts';
import type { RuleContent } from '../../api/custom-rules-api.ts';
import { builderWords as words } from '../../messages/builder-words.ts';
import styles from './builder.module.css';
import { useBuilder } from './state/builder-context.ts';

const BacktestDialog = lazyPart(async () => (await import('../backtest/BacktestDialog.tsx')).BacktestDialog);

interface Props {
  application: Application;
  rule: CustomRuleListed | null;
  content: RuleContent | null;
  /** What it would do now was shown. */
  isSeen: boolean;
  busy: boolean;
  keptAt: number | null;
  timeZone: string;
  onSend: (mode: 'live' | 'shadow') => void;
  onDiscard: () => void;
  backTo: To;
}

/** What can be done with the draft. A new rule begins in shadow; live is offered once it was seen what it would do. */
export function BuilderBar(props: Props) {
  const { application, rule, content, isSeen, busy, keptAt, timeZone, onSend, onDiscard, backTo } = props;
  const navigate = useNavigate();
  const { draft, words: context } = useBuilder();
  const takesFocusBack = useRestoreFocusTarget();
  const [testing, setTesting] = useState(false);
  return (
    <div className={styles.bar}>
      <Button appearance="subtle" onClick={() => void navigate(backTo)}>
        {words.cancel}
      </Button>
      {keptAt !== null && (
        <>
          <span className={styles.kept}>{words.draftKept(formatClock(keptAt, timeZone))}</span>
          <Button size="small" appearance="transparent" onClick={onDiscard}>
            {words.discard}
          </Button>
        </>
      )}
      <Button
        {...takesFocusBack}
        disabledFocusable={content === null}
        onClick={() => content !== null && setTesting(true)}
      >
        {words.backtest}
      </Button>
      {rule === null ? (
        <>
          <Button
            disabledFocusable={!isSeen || busy}
            title={isSeen ? undefined : words.liveFirst}
            onClick={() => isSeen && !busy && onSend('live')}
          >
            {words.startLive}
          </Button>
          <Button appearance="primary" disabledFocusable={busy} onClick={() => !busy && onSend('shadow')}>
            {words.startShadow}
          </Button>
        </>
      ) : (
        <Button appearance="primary" disabledFocusable={busy} onClick={() => !busy && onSend(rule.mode)}>
          {busy ? words.saving : words.save}
        </Button>
      )}
      {testing && content !== null && (
        <Suspense fallback={null}>
          <BacktestDialog
            applicationId={application.id}
            name={draft.name}
            level={draft.level}
            subject={content}
            context={context}
            timeZone={timeZone}
            onClose={() => setTesting(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
