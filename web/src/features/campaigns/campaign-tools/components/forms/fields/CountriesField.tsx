import { Button, Field, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { useState } from 'react';
import { countryName } from '../../../../../../shared/format/country-names.ts';
import { CountryList } from '../../../../../../shared/report/components/filter/CountryList.tsx';
import { toolMessages as words } from '../../../messages.ts';
import type { ToolFormState } from '../use-tool-form.ts';
import styles from './fields.module.css';

/** How many countries the button names before it counts. */
const named = 3;

/** Countries of a campaign, found by typing. */
export function CountriesField({ form }: { form: ToolFormState }) {
  const [open, setOpen] = useState(false);
  const { countries } = form.values;
  const more = countries.length - named;
  const text =
    countries.length === 0
      ? words.chooseCountries
      : countries.slice(0, named).map(countryName).join(', ') + (more > 0 ? `, ${words.moreCountries(more)}` : '');
  return (
    <Field label={words.labels.countries} validationMessage={form.errors.countries}>
      {(field) => (
        <Popover
          open={open}
          onOpenChange={(_, data) => {
            setOpen(data.open);
            if (!data.open && countries.length > 0) form.touch('countries');
          }}
          trapFocus
          positioning="below-start"
        >
          <PopoverTrigger disableButtonEnhancement>
            <button
              id={field.id}
              type="button"
              name="countries"
              aria-describedby={field['aria-describedby']}
              aria-label={`${words.labels.countries}: ${text}`}
              aria-invalid={form.errors.countries === undefined ? undefined : true}
              className={styles.pick}
              data-empty={countries.length === 0 || undefined}
              title={countries.map(countryName).join(', ')}
            >
              <span>{text}</span>
              <ChevronDown12Regular />
            </button>
          </PopoverTrigger>
          <PopoverSurface className={styles.surface} aria-label={words.labels.countries}>
            <CountryList every={false} chosen={countries} onChange={(next) => form.set({ countries: next })} />
            <Button size="small" appearance="primary" className={styles.done} onClick={() => setOpen(false)}>
              {words.done}
            </Button>
          </PopoverSurface>
        </Popover>
      )}
    </Field>
  );
}
