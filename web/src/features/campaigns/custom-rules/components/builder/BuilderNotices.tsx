import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { automationKey } from '../../../automation/index.ts';
import { builderWords as words } from '../../messages/builder-words.ts';
import type { DraftFault } from '../../model/draft/draft-types.ts';
import { faultsElsewhere } from '../../model/draft/fault-texts.ts';
import styles from './builder.module.css';
import { useBuilder } from './state/builder-context.ts';
import type { useSaving } from './state/use-saving.ts';

interface Props {
  saving: ReturnType<typeof useSaving>;
  /** Another version was saved meanwhile, as far as is seen here. */
  isOutdated: boolean;
  faults: readonly DraftFault[];
  onDiscard: () => void;
}

/** Why the rule was not saved, and what is wrong with no field of its own. */
export function BuilderNotices({ saving, isOutdated, faults, onDiscard }: Props) {
  const client = useQueryClient();
  const { application } = useBuilder();
  const { refusal, forgetRefusal } = saving;
  const elsewhere = faultsElsewhere(faults);
  const showTheirs = () => {
    forgetRefusal();
    onDiscard();
    void client.invalidateQueries({ queryKey: automationKey(application.id) });
  };
  return (
    <div className={styles.notices} role="alert">
      {(isOutdated || refusal?.isConflict === true) && (
        <NoticeBar
          intent="warning"
          actions={
            <Button size="small" onClick={showTheirs}>
              {words.loadTheirs}
            </Button>
          }
        >
          {words.changedMeanwhile}
        </NoticeBar>
      )}
      {refusal !== null && !refusal.isConflict && refusal.faults.length === 0 && (
        <NoticeBar intent="error">{refusal.message}</NoticeBar>
      )}
      {elsewhere.map((text) => (
        <NoticeBar key={text} intent="error">
          {text}
        </NoticeBar>
      ))}
    </div>
  );
}
