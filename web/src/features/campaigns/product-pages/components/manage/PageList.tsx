import { Button, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { DocumentOnePage20Regular } from '@fluentui/react-icons/svg/document-one-page';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreativesResponse } from '@tapwise/contract';
import { useRef, useState } from 'react';
import { ToneBadge } from '../../../../../shared/campaigns/changes/OutcomeBadge.tsx';
import { type PageScope, pageListOptions } from '../../../../../shared/scope/creatives.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { LabelledBox } from '../../../../../shared/ui/LabelledBox.tsx';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { syncCreatives } from '../../api/product-pages-api.ts';
import { pageMessages as words } from '../../messages.ts';
import styles from '../pages.module.css';

/** The pages with what can be done with them, and those that may be made usable. */
export function PageList({ scope }: { scope: PageScope }) {
  const list = useQuery(pageListOptions(scope)).data;
  const usable = useRef<HTMLUListElement>(null);
  if (list === undefined) return null;
  const creatives = list.creatives.filter(({ id }) => id !== 0);
  const { pages, pending } = list;
  const isEmpty = creatives.length + pending.length === 0;
  return (
    <Popover trapFocus positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <Button size="small" appearance="subtle" icon={<DocumentOnePage20Regular />}>
          {words.pages(creatives.length)}
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.list} aria-label={words.pageList} tabIndex={-1}>
        <h2>{isEmpty ? words.noPages : words.pageList}</h2>
        {isEmpty && <p>{words.noPagesText}</p>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <ul ref={usable} tabIndex={0} aria-label={words.pageList}>
          {pending.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <ToneBadge tone="open" text={words.pending} />
            </li>
          ))}
          {creatives.map(({ id, name, state = 'VALID' }) => (
            <li key={id}>
              <span>{name}</span>
              <ToneBadge tone={state === 'VALID' ? 'good' : 'bad'} text={words.states[state]} />
            </li>
          ))}
        </ul>
        {pages.length > 0 && <PagesToPick scope={scope} pages={pages} onPicked={() => usable.current?.focus()} />}
      </PopoverSurface>
    </Popover>
  );
}

interface PickProps {
  scope: PageScope;
  pages: CreativesResponse['pages'];
  /** What was picked is in the list above. */
  onPicked: () => void;
}

/** Pages that no creative uses: those that are ticked get one. */
function PagesToPick({ scope, pages, onPicked }: PickProps) {
  const client = useQueryClient();
  const { queryKey } = pageListOptions(scope);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const ids = pages.flatMap(({ id }) => (ticked.has(id) ? [id] : []));
  const isOff = busy || ids.length === 0;

  function tick(id: string, on: boolean): void {
    const others = [...ticked].filter((other) => other !== id);
    setTicked(new Set(on ? [...others, id] : others));
  }

  async function pick(): Promise<void> {
    setBusy(true);
    try {
      client.setQueryData(queryKey, await syncCreatives(scope, ids));
      showToast({ intent: 'success', text: words.picked(ids.length) });
      setTicked(new Set());
      onPicked();
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <h2 className={styles.pick}>{words.pick}</h2>
      <p>{words.pickText}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <ul tabIndex={0} aria-label={words.pick}>
        {pages.map(({ id, name }) => (
          <li key={id}>
            <LabelledBox label={name} checked={ticked.has(id)} onChange={(on) => tick(id, on)} />
            {busy && ticked.has(id) && <ToneBadge tone="open" text={words.pending} />}
          </li>
        ))}
      </ul>
      <Button
        size="small"
        disabledFocusable={isOff}
        title={ids.length === 0 ? words.pickFirst : undefined}
        onClick={() => isOff || void pick()}
      >
        {words.makeUsable(ids.length)}
      </Button>
    </>
  );
}
