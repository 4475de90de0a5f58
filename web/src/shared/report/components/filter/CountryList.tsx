import { Button } from '@fluentui/react-components';
import english from 'i18n-iso-countries/langs/en.json';
import { useEffect, useRef, useState } from 'react';
import { SearchField } from '../../../ui/SearchField.tsx';
import styles from './filter-picker.module.css';

interface Country {
  code: string;
  name: string;
}

const countries: Country[] = Object.entries(english.countries)
  .map(([code, name]) => ({ code, name: (Array.isArray(name) ? name[0] : name) ?? code }))
  .sort((first, second) => first.name.localeCompare(second.name));

interface Props {
  chosen: readonly string[];
  onChange: (codes: string[]) => void;
  /** Whether none chosen means all of them. */
  every?: boolean;
}

/** All countries with a search. */
export function CountryList({ chosen, onChange, every = true }: Props) {
  const [search, setSearch] = useState('');
  const box = useRef<HTMLInputElement>(null);
  // The list comes after the popover has opened, too late for the popover to give it the focus by itself.
  useEffect(() => box.current?.focus(), []);
  const wanted = search.trim().toLowerCase();
  const matchingCountries = countries.filter(
    ({ code, name }) => name.toLowerCase().includes(wanted) || code.toLowerCase() === wanted,
  );
  const set = new Set(chosen);
  const toggle = (code: string, on: boolean) => {
    onChange(on ? [...chosen, code].sort() : chosen.filter((candidate) => candidate !== code));
  };
  return (
    <fieldset className={styles.countries}>
      <legend>Countries {every && chosen.length === 0 ? '(all)' : `(${chosen.length})`}</legend>
      <SearchField inputRef={box} label="Search countries" placeholder="Search" value={search} onChange={setSearch} />
      <div className="flex between">
        <Button
          size="small"
          appearance="subtle"
          onClick={() => onChange(matchingCountries.map(({ code }) => code).sort())}
        >
          Select all shown ({matchingCountries.length})
        </Button>
        <Button size="small" appearance="subtle" disabledFocusable={chosen.length === 0} onClick={() => onChange([])}>
          {every ? 'All countries' : 'None'}
        </Button>
      </div>
      <div className={styles.list}>
        {matchingCountries.map(({ code, name }) => (
          <label key={code}>
            <input type="checkbox" checked={set.has(code)} onChange={(event) => toggle(code, event.target.checked)} />
            <span>{name}</span>
            <span className={styles.code}>{code}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
