import { Button, Field, Input } from '@fluentui/react-components';
import type { ChangeSet } from '@tapwise/contract';
import { useState } from 'react';
import { managementMessages } from '../../messages.ts';
import styles from './sets.module.css';
import type { SetStepActions } from './use-set-steps.ts';

const words = managementMessages.sets;

/** The steps the person may take now; the last of them is the one that leads on. */
const order = ['withdraw', 'reject', 'submit', 'approve', 'apply'] as const;

/** What can be done with a set, with a comment for colleagues. */
export function SetSteps({ set, steps }: { set: ChangeSet; steps: SetStepActions }) {
  const [comment, setComment] = useState('');
  const offered = order.filter((action) => set.actions.includes(action));
  if (offered.length === 0) return null;
  const last = offered.at(-1);
  return (
    <>
      <Field label={words.comment} className={styles.comment}>
        <Input maxLength={500} value={comment} onChange={(_, data) => setComment(data.value)} />
      </Field>
      <div className="flex wrap gap-8">
        {offered.map((action) => (
          <Button
            key={action}
            appearance={action === last && action !== 'withdraw' ? 'primary' : 'secondary'}
            disabledFocusable={steps.busy}
            onClick={() => steps.busy || void steps.take(action, comment)}
          >
            {words.actions[action]}
          </Button>
        ))}
      </div>
    </>
  );
}
