import { Field, Input, Select } from '@fluentui/react-components';
import { useState } from 'react';
import { FormDialog } from '../../../../../../shared/ui/dialogs/FormDialog.tsx';
import { LabelledBox } from '../../../../../../shared/ui/LabelledBox.tsx';
import { safetyWords as words } from '../../../messages/safety-words.ts';
import { badGuards, type GuardTexts, guardsWith, guardTexts } from '../../../model/draft/guard-fields.ts';
import { useBuilder } from '../state/builder-context.ts';
import styles from './safety.module.css';

/** Limits of a rule, and how much it has to know before it does something. */
export function SafetyDialog({ onClose }: { onClose: () => void }) {
  const { draft, change } = useBuilder();
  const [texts, setTexts] = useState(() => guardTexts(draft.guards));
  const [tried, setTried] = useState(false);
  const bad = badGuards(texts);
  const set = (part: Partial<GuardTexts>) => setTexts((before) => ({ ...before, ...part }));
  const number = (
    name: Exclude<keyof GuardTexts, 'hasFloors' | 'trust' | 'confidence' | 'oscillation'>,
    label: string,
    hint?: string,
  ) => (
    <Field label={label} hint={hint} validationMessage={tried && bad.includes(name) ? words.badNumber : undefined}>
      <Input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        value={texts[name]}
        onChange={(_, { value }) => set({ [name]: value })}
      />
    </Field>
  );
  const save = () => {
    setTried(true);
    const [first] = bad;
    if (first !== undefined) return first;
    change((before) => ({ ...before, guards: guardsWith(before.guards, texts) }));
    onClose();
  };
  return (
    <FormDialog title={words.safety} submit={words.done} busy={false} error={null} onClose={onClose} onSubmit={save}>
      {number('cooldown', words.cooldown, words.cooldownHint)}
      <div className={styles.pair}>
        {number('unitsPerRun', words.unitsPerRun)}
        {number('unitsPerDay', words.unitsPerDay)}
        {number('maxShare', words.maxShare)}
        {draft.level === 'campaign' && number('raisePerDay', words.raisePerDay)}
      </div>
      <Field label={words.oscillation}>
        <Select
          value={texts.oscillation}
          onChange={(_, { value }) => set({ oscillation: value === 'notify' ? 'notify' : 'hold' })}
        >
          <option value="hold">{words.oscillations.hold}</option>
          <option value="notify">{words.oscillations.notify}</option>
        </Select>
      </Field>
      <LabelledBox label={words.floorsField} checked={texts.hasFloors} onChange={(hasFloors) => set({ hasFloors })} />
      <div className={styles.pair}>
        {texts.hasFloors && number('installs', words.installsFloor)}
        {number('maturity', words.maturity)}
        <Field label={words.confidence}>
          <Select
            value={texts.confidence}
            onChange={(_, { value }) => set({ confidence: value === 'low' || value === 'high' ? value : 'medium' })}
          >
            {(['low', 'medium', 'high'] as const).map((grade) => (
              <option key={grade} value={grade}>
                {words.confidences[grade]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <LabelledBox label={words.trust} checked={texts.trust} onChange={(trust) => set({ trust })} />
    </FormDialog>
  );
}
