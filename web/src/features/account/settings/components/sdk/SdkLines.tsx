import { Tab, TabList } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { useId, useRef, useState } from 'react';
import { CopyButton } from '../../../../../shared/ui/CopyButton.tsx';
import { type SdkLanguage, sdkLanguages, sdkLine } from '../../model/sdk-lines.ts';
import { sdkMessages as words } from '../../sdk-messages.ts';
import styles from './sdk.module.css';

/** The line that starts the SDK, in each language, with the application's own key and address. */
export function SdkLines({ application }: { application: Application }) {
  const id = useId();
  const box = useRef<HTMLPreElement>(null);
  const [language, setLanguage] = useState<SdkLanguage | undefined>(sdkLanguages[0]);
  if (language === undefined) return null;
  const { api_key: apiKey, ingest_url: url } = application;
  const line = sdkLine(language, { apiKey, url });
  const isHttp = language.name === 'HTTP';
  return (
    <div className={styles.lines}>
      <p>{isHttp ? words.httpLine : words.line}</p>
      <TabList
        size="small"
        className={styles.languages}
        aria-label={words.languages}
        selectedValue={language.page}
        onTabSelect={(_, { value }) => setLanguage(sdkLanguages.find(({ page }) => page === value))}
      >
        {sdkLanguages.map(({ name, page }) => (
          <Tab key={page} id={`${id}${page}`} value={page}>
            {name}
          </Tab>
        ))}
      </TabList>
      <div role="tabpanel" aria-labelledby={`${id}${language.page}`} className={styles.code}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <pre ref={box} tabIndex={0}>
          <code>{line}</code>
        </pre>
        <CopyButton
          text={line}
          label={words.copyOf(language.name)}
          words={words}
          onRefused={() => box.current !== null && getSelection()?.selectAllChildren(box.current)}
        />
      </div>
      {apiKey === null && <p>{words.keyHidden}</p>}
      <p>
        <a href={`/docs/${language.page}`}>{isHttp ? words.httpGuide : words.guideOf(language.name)}</a>
      </p>
    </div>
  );
}
