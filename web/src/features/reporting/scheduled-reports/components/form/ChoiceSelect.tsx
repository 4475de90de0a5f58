import { Field, Select } from '@fluentui/react-components';

interface Props<Value extends string> {
  label: string;
  choices: readonly { readonly value: Value; readonly text: string }[];
  chosen: Value;
  hint?: string | undefined;
  fault?: string | undefined;
  onChoose: (value: Value) => void;
}

/** One of a few choices, with its label. */
export function ChoiceSelect<Value extends string>({ label, choices, chosen, hint, fault, onChoose }: Props<Value>) {
  return (
    <Field label={label} hint={hint} validationMessage={fault}>
      <Select
        value={chosen}
        onChange={(_, data) => {
          const choice = choices.find(({ value }) => value === data.value);
          if (choice !== undefined) onChoose(choice.value);
        }}
      >
        {choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}
