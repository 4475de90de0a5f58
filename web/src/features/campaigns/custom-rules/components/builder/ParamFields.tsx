import { currencySymbol } from '../../../../../shared/format/numbers.ts';
import { builderWords as words } from '../../messages/builder-words.ts';
import type { DraftParam } from '../../model/draft/draft-types.ts';
import { NumberField } from '../fields/NumberField.tsx';
import { SelectField } from '../fields/SelectField.tsx';
import styles from './builder.module.css';
import { type Builder, useBuilder } from './state/builder-context.ts';

/** What a template asks for, once, wherever its rule needs it. */
export function ParamFields() {
  const builder = useBuilder();
  const { draft, change } = builder;
  if (draft.params.length === 0) return null;
  const set = (name: string, text: string) =>
    change((before) => ({
      ...before,
      params: before.params.map((param) => (param.name === name ? { ...param, text } : param)),
    }));
  return (
    <section className={styles.params} aria-label={words.asks}>
      <span className={styles.word}>{words.asks}</span>
      {draft.params.map((param) => (
        <span key={param.name} className={styles.param}>
          <span aria-hidden>{param.label}</span>
          <ParamField param={param} builder={builder} onChange={(text) => set(param.name, text)} />
        </span>
      ))}
    </section>
  );
}

interface FieldProps {
  param: DraftParam;
  builder: Builder;
  onChange: (text: string) => void;
}

function ParamField({ param, builder, onChange }: FieldProps) {
  const { label, unit, text } = param;
  const { currencies } = builder.words;
  if (unit === 'campaign' || unit === 'label') {
    const items = unit === 'label' ? builder.labels : builder.groups.flatMap(({ campaigns }) => campaigns);
    return (
      <SelectField
        size="range"
        label={label}
        value={text === '' ? 'none' : text}
        choices={[
          ...(text === '' ? [{ value: 'none', text: items.length === 0 ? words.none : words.chooseOne }] : []),
          ...items.map(({ id, name }) => ({ value: String(id), text: name })),
        ]}
        onChange={onChange}
      />
    );
  }
  const sign =
    unit === 'fraction' ? '%' : currencySymbol(unit === 'bid' ? currencies.settings : currencies.application);
  return <NumberField label={label} value={text} unit={sign} onChange={onChange} />;
}
