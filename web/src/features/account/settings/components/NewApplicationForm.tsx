import { Field, Select } from '@fluentui/react-components';
import { adamIdOfAddress } from '@tapwise/contract';
import { useState } from 'react';
import { LabelledBox } from '../../../../shared/ui/LabelledBox.tsx';
import { settingsMessages as words } from '../messages.ts';
import { CommandForm } from './CommandForm.tsx';

/** Currencies most accounts report in; the server knows more. */
const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'JPY', 'MXN', 'NZD', 'SEK'];

/** Name and store address of an application, and what its money is counted in. */
export function NewApplicationForm({ onDone }: { onDone: () => void }) {
  const [currency, setCurrency] = useState('USD');
  const [smallBusiness, setSmallBusiness] = useState(false);
  return (
    <CommandForm
      label="New application"
      submit="Create application"
      fields={[
        { name: 'name', label: 'Name', missing: words.nameMissing },
        {
          name: 'url',
          label: 'App store URL',
          hint: 'https://apps.apple.com/app/id…',
          missing: words.urlMissing,
          fault: (address) => (adamIdOfAddress(address) === undefined ? words.urlWrong : null),
        },
      ]}
      command={({ name, url }) => ({
        path: '/api/application',
        body: { name: name.trim(), url: url.trim(), currency, small_business: smallBusiness },
      })}
      onDone={onDone}
    >
      <Field label="Currency">
        <Select value={currency} onChange={(_, data) => setCurrency(data.value)}>
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
      </Field>
      <LabelledBox
        label="In the store's small business program (15 % fee)"
        checked={smallBusiness}
        onChange={setSmallBusiness}
      />
    </CommandForm>
  );
}
