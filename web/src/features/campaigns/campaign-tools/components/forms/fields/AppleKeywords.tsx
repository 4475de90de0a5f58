import { Button, Field, Input } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons/svg/add';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right';
import { useQuery } from '@tanstack/react-query';
import { readKeywordList } from '@tapwise/contract';
import type { KeywordSuggestionsResponse } from '@tapwise/contract/suggestions';
import { useId, useState } from 'react';
import { messageOf } from '../../../../../../shared/server/http/api-error.ts';
import { keywordSuggestionsOptions, type SuggestionScope } from '../../../api/suggestions-api.ts';
import { toolMessages } from '../../../messages.ts';
import { withKeyword } from '../../../model/keyword-marks.ts';
import type { FormTarget } from '../form-target.ts';
import type { ToolFormState } from '../use-tool-form.ts';
import styles from './apple-keywords.module.css';

const words = toolMessages.suggestions;

interface Props {
  form: ToolFormState;
  target: FormTarget;
}

/** Keywords that Apple suggests, asked for when it is opened; one that is picked is added to the list as if it were typed. */
export function AppleKeywords({ form, target }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.part}>
      <Button
        appearance="subtle"
        size="small"
        icon={isOpen ? <ChevronDown12Regular /> : <ChevronRight12Regular />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {words.title}
      </Button>
      {isOpen && (
        <section id={id} className={styles.panel} aria-label={words.title}>
          <Panel form={form} target={target} />
        </section>
      )}
    </div>
  );
}

function Panel({ form, target }: Props) {
  const [typed, setTyped] = useState('');
  const [term, setTerm] = useState('');
  const query = useQuery(keywordSuggestionsOptions(scopeOf(form, target, term)));
  return (
    <>
      <Field label={words.term} hint={words.hint}>
        <Input
          size="small"
          value={typed}
          maxLength={80}
          placeholder={words.wholeApp}
          onChange={(_, { value }) => setTyped(value)}
          onBlur={() => setTerm(typed.trim())}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The form is not sent by it.
            event.preventDefault();
            setTerm(typed.trim());
          }}
        />
      </Field>
      <div className={styles.answer} role="status" aria-busy={query.isFetching}>
        {query.isPending && <p>{words.loading}</p>}
        {query.isError && <p>{messageOf(query.error)}</p>}
        {query.data !== undefined && query.data.keywords.length === 0 && <p>{emptyText(query.data)}</p>}
        {(query.isError || query.data?.state === 'away') && (
          <Button size="small" disabledFocusable={query.isFetching} onClick={() => void query.refetch()}>
            {words.again}
          </Button>
        )}
      </div>
      {query.data !== undefined && query.data.keywords.length > 0 && (
        <Keywords form={form} keywords={query.data.keywords} />
      )}
    </>
  );
}

function Keywords({ form, keywords }: { form: ToolFormState; keywords: KeywordSuggestionsResponse['keywords'] }) {
  const { keywords: text } = form.values;
  const listed = new Set(readKeywordList(text).map((entry) => entry.text.toLowerCase()));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <ul className={styles.list} aria-label={words.list} tabIndex={0}>
      {keywords.map((keyword) => {
        const isListed = listed.has(keyword.text.toLowerCase());
        return (
          <li key={keyword.text} className={styles.row}>
            <span className={styles.text}>{keyword.text}</span>
            <span className="muted">{words.popularity(keyword.popularity)}</span>
            <Button
              size="small"
              appearance="subtle"
              icon={<Add16Regular />}
              aria-label={isListed ? words.added(keyword.text) : words.add(keyword.text)}
              disabledFocusable={isListed}
              onClick={() => form.set({ keywords: withKeyword(text, keyword.text) })}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** New campaigns have their countries in the form, others have them at the server. */
function scopeOf({ values }: ToolFormState, { application, organization, kind }: FormTarget, term: string) {
  const isOfCampaign = kind === 'skag_keywords' || kind === 'discovery_keywords';
  const { campaign, countries } = values;
  const scope: SuggestionScope = {
    application_id: application.id,
    asa_organization_id: organization.organization_id,
    ...(isOfCampaign && campaign !== null && { campaign_id: campaign }),
    ...(!isOfCampaign && countries.length > 0 && { country: [...countries].sort().join(',') }),
    ...(term !== '' && { term }),
  };
  return scope;
}

const emptyText = ({ state }: KeywordSuggestionsResponse): string =>
  state === 'read' ? words.none : state === 'away' ? words.away : words.absent;
