import { Button, Field, Input } from '@fluentui/react-components';
import { ArrowUndo20Regular } from '@fluentui/react-icons/svg/arrow-undo';
import { Dismiss16Regular, Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import type { ChangeSet, Organization } from '@tapwise/contract';
import { useEffect, useRef, useState } from 'react';
import { ChangeTable } from '../../../../../shared/campaigns/changes/ChangeTable.tsx';
import { isOpenSet } from '../../../../../shared/campaigns/changes/change-set-calls.ts';
import { useOrganizationToday } from '../../../../../shared/report/index.ts';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { managementMessages } from '../../messages.ts';
import { formatInstant, formatSchedule, nameOf, tableRow } from '../../model/set-texts.ts';
import { UndoPanel } from '../history/UndoPanel.tsx';
import { SetSteps } from './SetSteps.tsx';
import { SetState } from './SetsList.tsx';
import styles from './sets.module.css';
import { useSetNames } from './use-set-names.ts';
import { type SetStepActions, useSetSteps } from './use-set-steps.ts';
import { useSetUndo } from './use-set-undo.ts';

interface Props {
  set: ChangeSet;
  applicationId: number;
  organization: Organization;
  onClose: () => void;
}

const words = managementMessages.sets;

/** One set: its rows, who made it, when it is applied, and the steps that can be taken with it. */
export function SetPanel({ set, applicationId, organization, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const today = useOrganizationToday(organization);
  const steps = useSetSteps(set, applicationId);
  const undo = useSetUndo(set, applicationId, organization, today);
  const names = useSetNames(set, applicationId, organization.organization_id, today);
  useEffect(() => heading.current?.focus(), []);
  const { time_zone: timeZone } = organization;
  if (undo.entry !== null)
    return <UndoPanel entry={undo.entry} applicationId={applicationId} timeZone={timeZone} onClose={undo.close} />;
  const open = isOpenSet(set);
  const rows = set.rows.map((row) => {
    const displayed = tableRow(row, nameOf(row.key, names));
    const remove = () => void steps.edit({ remove: [{ key: row.key, field: row.field }] });
    return open
      ? {
          ...displayed,
          act: <Remove label={words.removeRow(displayed.name, displayed.field ?? '')} onPress={remove} />,
        }
      : displayed;
  });
  return (
    <aside
      className={styles.panel}
      aria-labelledby="set-title"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className={styles.panelHead}>
        <h2 id="set-title" ref={heading} tabIndex={-1}>
          {set.name}
        </h2>
        <Button
          size="small"
          appearance="subtle"
          icon={<Dismiss20Regular />}
          aria-label={managementMessages.close}
          onClick={onClose}
        />
        <p>
          <SetState state={set.state} /> {words.by(set.author, set.approver)}
          {open && `. ${words.expires(formatInstant(set.expires_at, timeZone))}`}
        </p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.panelBody} tabIndex={0} aria-label={set.name}>
        <SetProblems set={set} steps={steps} />
        <ChangeTable label={words.rows} columns={words.table} rows={rows} />
        {open && <SetForm key={set.updated_at} set={set} timeZone={timeZone} busy={steps.busy} onKeep={steps.edit} />}
      </section>
      <footer className={styles.panelFoot}>
        <SetSteps set={set} steps={steps} />
        {set.change_id !== null && set.state !== 'applying' && (
          <Button icon={<ArrowUndo20Regular />} disabledFocusable={undo.busy} onClick={() => void undo.ask()}>
            {words.undo}
          </Button>
        )}
      </footer>
    </aside>
  );
}

function Remove({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={<Dismiss16Regular />}
      aria-label={label}
      title={label}
      onClick={onPress}
    />
  );
}

/** Why the last schedule or the last step came to nothing. */
function SetProblems({ set, steps }: { set: ChangeSet; steps: SetStepActions }) {
  const missed = set.not_applied;
  return (
    <div aria-live="polite" className={styles.problems}>
      {missed !== null && (
        <NoticeBar intent="error">{words.notApplied(formatSchedule(missed.schedule), missed.message)}</NoticeBar>
      )}
      {steps.problem !== null && (
        <NoticeBar
          intent="error"
          actions={
            steps.unconfirmed !== null && (
              <Button size="small" onClick={steps.confirm}>
                {words.goOn(words.actions[steps.unconfirmed] ?? '')}
              </Button>
            )
          }
        >
          <strong>{steps.unconfirmed === null ? steps.problem : words.confirm}</strong>
        </NoticeBar>
      )}
      {set.state === 'submitted' && !set.actions.includes('approve') && (
        <NoticeBar intent="info">{words.secondPerson}</NoticeBar>
      )}
    </div>
  );
}

interface FormProps {
  set: ChangeSet;
  timeZone: string;
  busy: boolean;
  onKeep: SetStepActions['edit'];
}

/** Name and time of a set that is open. */
function SetForm({ set, timeZone, busy, onKeep }: FormProps) {
  const [name, setName] = useState(set.name);
  const [schedule, setSchedule] = useState(set.schedule ?? '');
  const changed = name.trim() !== set.name || schedule !== (set.schedule ?? '');
  const keep = () =>
    void onKeep({
      ...(name.trim() === set.name ? {} : { name: name.trim() }),
      ...(schedule === (set.schedule ?? '') ? {} : { schedule: schedule === '' ? null : schedule }),
    });
  return (
    <div className={styles.form}>
      <Field label={words.name}>
        <Input maxLength={100} value={name} onChange={(_, data) => setName(data.value)} />
      </Field>
      <Field label={words.schedule(timeZone)} hint={set.state === 'approved' ? words.approvedAgain : undefined}>
        <Input type="datetime-local" value={schedule} onChange={(_, data) => setSchedule(data.value)} />
      </Field>
      {changed && (
        <Button disabledFocusable={busy || name.trim() === ''} onClick={() => busy || name.trim() === '' || keep()}>
          {words.keep}
        </Button>
      )}
    </div>
  );
}
