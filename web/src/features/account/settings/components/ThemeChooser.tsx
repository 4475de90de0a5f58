import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../../../shared/theme/theme-mode.ts';

/** Light, dark, or what the device says. */
export function ThemeChooser() {
  const choice = useThemeChoice();
  return (
    <Field label="Theme">
      <RadioGroup layout="horizontal" value={choice} onChange={(_, data) => chooseTheme(data.value as ThemeChoice)}>
        <Radio value="system" label="System" />
        <Radio value="light" label="Light" />
        <Radio value="dark" label="Dark" />
      </RadioGroup>
    </Field>
  );
}
