import { LabelledBox } from '../../../../../shared/ui/LabelledBox.tsx';
import { scheduledReportMessages } from '../../messages.ts';
import { emptyChoices, fileChoices, lateChoices, waitChoices } from '../../model/draft/choices.ts';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import styles from './form.module.css';
import type { ReportForm } from './use-report-form.ts';

const { form: words } = scheduledReportMessages;

/** What of a report is sent, and what happens while figures are late or missing. */
export function ContentFields({ form: { draft, faults, set } }: { form: ReportForm }) {
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{words.content}</legend>
        <LabelledBox label={words.mailTable} checked={draft.mailTable} onChange={(mailTable) => set({ mailTable })} />
        <ChoiceSelect
          label={words.file}
          choices={fileChoices}
          chosen={draft.file}
          fault={faults.form}
          onChoose={(file) => set({ file })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{words.late}</legend>
        <div className={styles.pair}>
          <ChoiceSelect
            label={words.wait}
            choices={waitChoices}
            chosen={String(draft.waitHours)}
            fault={faults.wait_hours}
            onChoose={(hours) => set({ waitHours: Number(hours) })}
          />
          <ChoiceSelect
            label={words.ifLate}
            choices={lateChoices}
            chosen={draft.ifLate}
            fault={faults.if_late}
            onChoose={(ifLate) => set({ ifLate })}
          />
          <ChoiceSelect
            label={words.ifEmpty}
            choices={emptyChoices}
            chosen={draft.ifEmpty}
            fault={faults.if_empty}
            onChoose={(ifEmpty) => set({ ifEmpty })}
          />
        </div>
        <LabelledBox label={words.correct} checked={draft.correct} onChange={(correct) => set({ correct })} />
      </fieldset>
    </>
  );
}
