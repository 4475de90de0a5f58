import { Button, Field, Input, Select } from '@fluentui/react-components';
import { Suspense, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { currencySymbol } from '../../../../shared/format/numbers.ts';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import { useFocusInstead } from '../../../../shared/page/use-kept-focus.ts';
import type { NamedCampaign } from '../../../../shared/scope/index.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { termMessages as words } from '../messages.ts';
import type { Decisions, FilterKind } from '../model/decisions.ts';
import { emptyForm, type FormFaults, formFaults, type SaveForm, sizeOfDecisions } from '../model/save-form.ts';
import type { TermStore } from '../model/term-store.ts';
import { SaveOutcome } from './SaveOutcome.tsx';
import styles from './terms.module.css';
import type { SavingSteps } from './use-saving.ts';

const SavePreview = lazyPart(async () => (await import('./SavePreview.tsx')).SavePreview);

interface Props {
  kind: FilterKind;
  store: TermStore;
  saving: SavingSteps;
  campaign: string;
  target: NamedCampaign | null;
  currency: string;
}

/** What the choices come to, what added keywords begin with, and the saving. */
export function SaveBar({ kind, store, saving, campaign, target, currency }: Props) {
  const decisions = useStore(store.decisions);
  const [form, setForm] = useState<SaveForm>(emptyForm);
  const [faults, setFaults] = useState<FormFaults>({});
  const [preview, setPreview] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useFocusInstead(whole, () => button.current);
  const closePreview = () => {
    setPreview(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  const adds = decisions.keywords.length > 0;
  const busy = saving.saving.phase === 'sending' || saving.saving.phase === 'running';
  const change = (part: Partial<SaveForm>) => {
    setForm({ ...form, ...part });
    setFaults({});
  };

  function ask(): void {
    if (busy) return;
    if (sizeOfDecisions(decisions) === 0) {
      showToast({ intent: 'info', text: words.noneChosen });
      return;
    }
    if (kind === 'discovery' && adds && target === null) {
      showToast({ intent: 'error', text: words.targetRequired });
      return;
    }
    const newFaults = formFaults(form, adds, currency);
    setFaults(newFaults);
    if (newFaults.cpt === undefined && newFaults.cpa === undefined) setPreview(true);
    else
      bar.current
        ?.querySelector<HTMLInputElement>(newFaults.cpt === undefined ? '[name="cpa"]' : '[name="cpt"]')
        ?.focus();
  }

  return (
    <div ref={whole} className={styles.saving}>
      <SaveOutcome saving={saving} />
      <section ref={bar} className={styles.save} aria-label={words.toSave}>
        <Counts decisions={decisions} />
        <FormFields form={form} faults={faults} change={change} currency={currency} />
        <Button onClick={() => busy || store.reset()} title={words.cancelTitle} disabledFocusable={busy}>
          {words.cancel}
        </Button>
        <Button ref={button} appearance="primary" onClick={ask} disabledFocusable={busy}>
          {busy ? words.sending : words.save}
        </Button>
        {preview && (
          <Suspense fallback={null}>
            <SavePreview
              kind={kind}
              decisions={decisions}
              form={form}
              campaign={campaign}
              currency={currency}
              target={kind === 'skag' ? campaign : (target?.name ?? '')}
              onClose={closePreview}
              onSend={(comment) => {
                closePreview();
                void saving.send(form, comment);
              }}
            />
          </Suspense>
        )}
      </section>
    </div>
  );
}

function Counts({ decisions: { counts, refused } }: { decisions: Decisions }) {
  const blocking = [...refused.values()].filter(({ blocks }) => blocks).length;
  const others = refused.size - blocking;
  return (
    <p role="status" className={styles.counts}>
      <strong>{words.counts(counts.add, counts.negative)}</strong>
      {blocking > 0 && <span data-tone="error">{words.wouldBlock(blocking)}</span>}
      {others > 0 && <span data-tone="error">{words.refused(others)}</span>}
    </p>
  );
}

interface FieldsProps {
  form: SaveForm;
  faults: FormFaults;
  change: (part: Partial<SaveForm>) => void;
  currency: string;
}

/** What added keywords begin with. */
function FormFields({ form, faults, change, currency }: FieldsProps) {
  const sign = currencySymbol(currency);
  return (
    <>
      <Amount
        name="cpt"
        label={`${words.cpt} ${sign}`}
        value={form.cpt}
        fault={faults.cpt}
        onChange={(cpt) => change({ cpt })}
      />
      <Amount
        name="cpa"
        label={`${words.cpa} ${words.optional}, ${sign}`}
        value={form.cpa}
        fault={faults.cpa}
        onChange={(cpa) => change({ cpa })}
      />
      <Choice
        label={words.devices}
        names={words.deviceNames}
        value={form.devices}
        onChange={(devices) => change({ devices })}
      />
      <Choice
        label={words.audience}
        names={words.audienceNames}
        value={form.audience}
        onChange={(audience) => change({ audience })}
      />
    </>
  );
}

interface AmountProps {
  name: string;
  label: string;
  value: string;
  fault: string | undefined;
  onChange: (text: string) => void;
}

function Amount({ name, label, value, fault, onChange }: AmountProps) {
  return (
    <Field
      label={label}
      size="small"
      className={styles.amount}
      validationState={fault === undefined ? 'none' : 'error'}
      validationMessage={fault}
    >
      <Input size="medium" name={name} inputMode="decimal" value={value} onChange={(_, data) => onChange(data.value)} />
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  names: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, names, value, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label} size="small" className={styles.select}>
      <Select size="medium" value={value} onChange={(_, data) => onChange(data.value as Value)}>
        {Object.entries<string>(names).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
