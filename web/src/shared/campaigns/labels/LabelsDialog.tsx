import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
} from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../server/http/api-error.ts';
import { NoticeBar } from '../../ui/NoticeBar.tsx';
import { choiceOf, type LabelledObject } from './label-choices.ts';
import { labelMessages as words } from './label-messages.ts';
import styles from './labels.module.css';
import { labelsOptions } from './labels-query.ts';
import { useLabelChoices } from './use-label-choices.ts';

interface Props {
  applicationId: number;
  objects: readonly LabelledObject[];
  /** What they are, in words. */
  what: string;
  onClose: () => void;
}

/** Gives objects labels and takes them away; a label that is missing is made here. */
export function LabelsDialog({ applicationId, objects, what, onClose }: Props) {
  const labels = useQuery(labelsOptions(applicationId));
  const choices = useLabelChoices({ applicationId, objects, what, onClose });
  const [name, setName] = useState('');
  const add = async () => {
    if (await choices.create(name)) setName('');
  };
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{words.labelsOf(what)}</DialogTitle>
          <DialogContent>
            {choices.problem !== null && (
              <div role="alert">
                <NoticeBar intent="error">{choices.problem}</NoticeBar>
              </div>
            )}
            <p className="muted">{words.own}</p>
            {labels.isPending && <p role="status">{words.loading}</p>}
            {labels.isError && (
              <div role="alert">
                <NoticeBar intent="error">{messageOf(labels.error)}</NoticeBar>
                <Button size="small" onClick={() => void labels.refetch()}>
                  {words.retry}
                </Button>
              </div>
            )}
            {labels.data?.length === 0 && <p>{words.none}</p>}
            <fieldset className={styles.choices} aria-label={words.labels}>
              {(labels.data ?? []).map(({ id, name: label }) => (
                <Checkbox
                  key={id}
                  label={label}
                  checked={choices.chosen.get(id) ?? choiceOf(objects, id)}
                  onChange={(_, data) => choices.choose(id, data.checked)}
                />
              ))}
            </fieldset>
            <form
              className={styles.newLabel}
              onSubmit={(event) => {
                event.preventDefault();
                void add();
              }}
            >
              <Field
                label={words.newLabel}
                validationState={choices.nameFault === null ? 'none' : 'error'}
                validationMessage={choices.nameFault ?? undefined}
              >
                <Input value={name} onChange={(_, data) => setName(data.value)} />
              </Field>
              <Button type="submit" disabledFocusable={choices.busy}>
                {words.add}
              </Button>
            </form>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button
              appearance="primary"
              disabledFocusable={choices.busy}
              onClick={() => choices.busy || void choices.save()}
            >
              {words.save}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
