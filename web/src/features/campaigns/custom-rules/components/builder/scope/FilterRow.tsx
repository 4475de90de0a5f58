import { Button } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import type { EnteredScope } from '../../../api/entered-rule.ts';
import { scopeWords as words } from '../../../messages/scope-words.ts';
import { type FilterName, type TextField, textModes, withoutFilter } from '../../../model/draft/scope-filters.ts';
import { CheckField } from '../../fields/CheckField.tsx';
import { SelectField } from '../../fields/SelectField.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { PiecesField } from './PiecesField.tsx';
import styles from './scope.module.css';

/** One filter of a rule. */
export function FilterRow({ name }: { name: FilterName }) {
  const { draft, change } = useBuilder();
  const set = (part: Partial<EnteredScope>) => change((before) => ({ ...before, scope: { ...before.scope, ...part } }));
  return (
    <fieldset className={styles.filter} aria-label={words.filters[name]}>
      <span className={styles.filterName}>{words.filters[name]}</span>
      <FilterFields name={name} scope={draft.scope} set={set} />
      <Button
        size="small"
        appearance="subtle"
        icon={<Dismiss16Regular />}
        aria-label={words.removeFilter(words.filters[name])}
        onClick={() => change((before) => ({ ...before, scope: withoutFilter(before.scope, name) }))}
      />
    </fieldset>
  );
}

interface FieldsProps {
  name: FilterName;
  scope: EnteredScope;
  set: (part: Partial<EnteredScope>) => void;
}

function FilterFields({ name, scope, set }: FieldsProps) {
  switch (name) {
    case 'name':
    case 'campaign_name':
    case 'ad_group_name':
      return <TextFields name={name} scope={scope} set={set} />;
    case 'status':
      return <Boxes choices={['running', 'paused']} chosen={scope.status} onChange={(status) => set({ status })} />;
    case 'match_types':
      return (
        <Boxes
          choices={['EXACT', 'BROAD']}
          chosen={scope.match_types}
          onChange={(match_types) => set({ match_types })}
        />
      );
    case 'kinds':
      return (
        <Boxes choices={['skag', 'discovery', 'regular']} chosen={scope.kinds} onChange={(kinds) => set({ kinds })} />
      );
    case 'strategies':
      return (
        <Boxes
          choices={['manual_cpt', 'max_conversions']}
          chosen={scope.strategies}
          onChange={(strategies) => set({ strategies })}
        />
      );
    case 'labels':
      return <LabelBoxes scope={scope} set={set} />;
    case 'countries':
      return (
        <PiecesField
          label={words.filters.countries}
          hint={words.countryCodes}
          pieces={scope.countries ?? []}
          onChange={(countries) => set({ countries: countries.map((code) => code.toUpperCase()) })}
        />
      );
    case 'except':
      return (
        <PiecesField
          label={words.filters.except}
          hint={words.exceptKeys}
          pieces={scope.except ?? []}
          onChange={(except) => set({ except })}
        />
      );
    default:
      return name satisfies never;
  }
}

function TextFields({ name, scope, set }: FieldsProps & { name: TextField }) {
  const filter = scope[name] ?? {};
  const used = textModes.filter((mode) => filter[mode] !== undefined);
  return used.map((mode) => {
    const { [mode]: pieces = [], ...others } = filter;
    const free = textModes.filter((candidate) => candidate === mode || !used.includes(candidate));
    return (
      <span key={mode} className="inline-row wrap gap-6">
        <SelectField
          label={words.mode(words.filters[name])}
          size="metric"
          value={mode}
          choices={free.map((value) => ({ value, text: words.modes[value] }))}
          onChange={(next) => set({ [name]: { ...others, [next]: pieces } })}
        />
        <PiecesField
          label={words.filters[name]}
          hint={words.pieces}
          pieces={pieces}
          onChange={(next) => set({ [name]: { ...others, [mode]: next } })}
        />
      </span>
    );
  });
}

interface BoxesProps<Value extends keyof typeof words.choices> {
  choices: readonly Value[];
  chosen: readonly Value[] | undefined;
  onChange: (chosen: Value[]) => void;
}

function Boxes<Value extends keyof typeof words.choices>({ choices, chosen = [], onChange }: BoxesProps<Value>) {
  return choices.map((value) => (
    <CheckField
      key={value}
      label={words.choices[value]}
      checked={chosen.includes(value)}
      onChange={(checked) =>
        onChange(choices.filter((choice) => (choice === value ? checked : chosen.includes(choice))))
      }
    />
  ));
}

function LabelBoxes({ scope, set }: Omit<FieldsProps, 'name'>) {
  const { labels } = useBuilder();
  const mode = scope.labels?.none === undefined ? 'any' : 'none';
  const chosen = scope.labels?.[mode] ?? [];
  if (labels.length === 0) return <span className="muted">{words.noLabels}</span>;
  return (
    <>
      <SelectField
        label={words.labelMode}
        value={mode}
        choices={[
          { value: 'any', text: words.withLabel },
          { value: 'none', text: words.withoutLabel },
        ]}
        onChange={(next) => set({ labels: { ...scope.labels, [mode]: undefined, [next]: chosen } })}
      />
      {labels.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(checked) =>
            set({
              labels: { ...scope.labels, [mode]: checked ? [...chosen, id] : chosen.filter((label) => label !== id) },
            })
          }
        />
      ))}
    </>
  );
}
