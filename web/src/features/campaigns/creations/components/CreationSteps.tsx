import { Button } from '@fluentui/react-components';
import { Suspense, useState } from 'react';
import type { WatchedCreation } from '../../../../shared/campaigns/creations/watched-applications.ts';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import { creationMessages as words } from '../messages.ts';
import { type CreationStep, stepsOf } from '../model/creation-texts.ts';
import styles from './creations.module.css';
import { useCreationSteps } from './use-creation-steps.ts';

const DeleteDialog = lazyPart(
  async () => (await import('../../../../shared/campaigns/changes/DeleteDialog.tsx')).DeleteDialog,
);

interface Props {
  creation: WatchedCreation;
  /** Shows and hides what Apple refused; without it the step is not offered. */
  details?: { expanded: boolean; toggle: () => void };
  /** Called when a step leads to another screen. */
  onLeave?: () => void;
}

/** What can be done with a creation as it is. */
export function CreationSteps({ creation, details, onLeave }: Props) {
  const steps = useCreationSteps(creation);
  const [asking, setAsking] = useState(false);
  const offered = stepsOf(creation).filter((step) => step !== 'details' || details !== undefined);
  const labels: Readonly<Record<CreationStep, string>> = {
    cancel: steps.busy ? words.cancelling : words.cancel,
    continue: words.continue,
    delete: words.deleteCampaign,
    open: words.open,
    details: details?.expanded === true ? words.hideDetails : words.details,
  };
  const actions: Readonly<Record<CreationStep, () => void>> = {
    cancel: steps.cancel,
    continue: steps.continue,
    delete: () => setAsking(true),
    open: () => {
      steps.open();
      onLeave?.();
    },
    details: () => details?.toggle(),
  };
  return (
    <div className={styles.steps}>
      {offered.map((step) => (
        <Button
          key={step}
          size="small"
          disabledFocusable={steps.busy}
          aria-expanded={step === 'details' ? details?.expanded : undefined}
          onClick={() => !steps.busy && actions[step]()}
        >
          {labels[step]}
          <span className="visually-hidden"> {creation.name}</span>
        </Button>
      ))}
      {asking && (
        <Suspense fallback={null}>
          <DeleteDialog
            names={[creation.name]}
            onClose={() => setAsking(false)}
            onDelete={() => {
              setAsking(false);
              steps.deleteCampaign();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
