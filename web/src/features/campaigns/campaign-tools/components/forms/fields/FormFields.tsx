import { toolMessages as words } from '../../../messages.ts';
import type { FormKind } from '../../../model/form-values.ts';
import type { FormTarget } from '../form-target.ts';
import { Review } from '../Review.tsx';
import type { ToolFormState } from '../use-tool-form.ts';
import { AppleKeywords } from './AppleKeywords.tsx';
import { CampaignField } from './CampaignField.tsx';
import { CountriesField } from './CountriesField.tsx';
import styles from './fields.module.css';
import { AmountField, ChoiceField, InvoiceFields, SwitchField, TextField } from './fields.tsx';
import { KeywordsField } from './KeywordsField.tsx';
import { TemplateField } from './TemplateField.tsx';

interface Props {
  form: ToolFormState;
  target: FormTarget;
}

/** The fields of each form, in the order in which one thinks of them. */
export function FormFields({ form, target }: Props) {
  const Fields = fieldsOfForms[form.kind];
  return (
    <div className={styles.fields}>
      <Fields form={form} target={target} />
      {form.kind !== 'bulk' && <Review form={form} />}
    </div>
  );
}

const fieldsOfForms: Readonly<Record<FormKind, (props: Props) => React.ReactNode>> = {
  skag: SkagFields,
  bulk: BulkFields,
  skag_keywords: SkagKeywordFields,
  discovery: DiscoveryFields,
  discovery_keywords: DiscoveryKeywordFields,
};

function SkagFields({ form, target }: Props) {
  return (
    <>
      <NameAndCountries form={form} />
      <div className={styles.four}>
        <AmountField form={form} name="daily" />
        <AmountField form={form} name="cpt" />
        <AmountField form={form} name="cpa" optional />
        <ChoiceField form={form} name="devices" />
      </div>
      <div className={styles.pair}>
        <LifetimeField form={form} />
        <ChoiceField form={form} name="audience" />
      </div>
      <InvoiceFields form={form} />
      <Lists form={form} target={target} />
      <SwitchField form={form} name="automation" />
    </>
  );
}

function DiscoveryFields({ form, target }: Props) {
  return (
    <>
      <NameAndCountries form={form} />
      <div className={styles.pair}>
        <AmountField form={form} name="daily" />
        <LifetimeField form={form} />
        <AmountField form={form} name="cpt" />
        <AmountField form={form} name="cpa" optional />
      </div>
      <InvoiceFields form={form} />
      <Lists form={form} target={target} label={words.labels.broad} optional />
      <div>
        <SwitchField form={form} name="searchMatch" />
        <SwitchField form={form} name="automation" />
      </div>
    </>
  );
}

function SkagKeywordFields({ form, target }: Props) {
  return (
    <>
      <CampaignField form={form} target={target} />
      <div className={styles.bids}>
        <AmountField form={form} name="cpt" />
        <AmountField form={form} name="cpa" optional />
        <ChoiceField form={form} name="devices" />
        <ChoiceField form={form} name="audience" />
      </div>
      <Lists form={form} target={target} />
    </>
  );
}

function DiscoveryKeywordFields({ form, target }: Props) {
  return (
    <>
      <div className={styles.wideFirst}>
        <CampaignField form={form} target={target} />
        <AmountField form={form} name="cpt" />
      </div>
      <Lists form={form} target={target} label={words.labels.broad} />
    </>
  );
}

function BulkFields({ form }: Props) {
  return (
    <>
      <TemplateField form={form} />
      <InvoiceFields form={form} />
    </>
  );
}

/** Apple's present interface has no total budgets. */
function LifetimeField({ form }: { form: ToolFormState }) {
  return form.hasTotalBudgets ? <AmountField form={form} name="lifetime" optional /> : null;
}

function NameAndCountries({ form }: { form: ToolFormState }) {
  return (
    <div className={styles.pair}>
      <TextField form={form} name="name" />
      <CountriesField form={form} />
    </div>
  );
}

interface ListsProps extends Props {
  label?: string;
  optional?: boolean;
}

function Lists({ form, target, label = words.labels.keywords, optional = false }: ListsProps) {
  return (
    <>
      <div className={styles.pair}>
        <KeywordsField form={form} name="keywords" label={label} optional={optional} />
        <KeywordsField form={form} name="negatives" optional />
      </div>
      <AppleKeywords form={form} target={target} />
    </>
  );
}
