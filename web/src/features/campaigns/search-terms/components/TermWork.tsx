import { useQueryClient } from '@tanstack/react-query';
import type { SearchTermsResponse } from '@tapwise/contract';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useAskBeforeLeaving } from '../../../../shared/page/use-ask-before-leaving.ts';
import { useWithPrevious } from '../../../../shared/page/use-with-previous.ts';
import type { NamedCampaign } from '../../../../shared/scope/index.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { parseTableSort } from '../../../../shared/tables/table/table-sort.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { hideTerms, searchTermsOptions, type TermQuestion } from '../api/search-terms-api.ts';
import { termMessages as words } from '../messages.ts';
import type { FilterKind } from '../model/decisions.ts';
import { termOrder } from '../model/term-order.ts';
import { createTermStore, type KeptChoices, type TermStore } from '../model/term-store.ts';
import { SaveBar } from './SaveBar.tsx';
import { TermGrid } from './TermGrid.tsx';
import { TermTools } from './TermTools.tsx';
import type { FilterUrl } from './use-filter-url.ts';
import { useSaving } from './use-saving.ts';

interface Props {
  kind: FilterKind;
  url: FilterUrl;
  question: TermQuestion | null;
  campaign: NamedCampaign | null;
  target: NamedCampaign | null;
  response: SearchTermsResponse | null;
  currency: string;
  loading: boolean;
}

/** The terms of one campaign, what is chosen for each, and the saving of it. */
export function TermWork({ kind, url, question, campaign, target, response, currency, loading }: Props) {
  const store = useTermStore(kind, response);
  const [text, setText] = useState('');
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const search = useRef<HTMLInputElement>(null);
  const filter = useDeferredValue(text);
  const sort = url.sort;
  const { least } = url;
  const order = useMemo(() => {
    if (store === null) return [];
    const ids = termOrder(store.terms, { text: filter, least }, parseTableSort(sort));
    return gone.size === 0 ? ids : ids.filter((id) => !gone.has(store.keyOf(id)));
  }, [store, filter, least, sort, gone]);
  const client = useQueryClient();
  const saving = useSaving({
    kind,
    question,
    target,
    store,
    onAccepted: (keys) => setGone(new Set(keys)),
    async onSettled() {
      await client.invalidateQueries({ queryKey: searchTermsOptions(kind, question).queryKey });
      setGone(new Set());
    },
  });
  async function hide(id: number): Promise<void> {
    const term = store?.terms[id];
    if (term === undefined || question === null || store === null) return;
    const key = store.keyOf(id);
    setGone((before) => new Set([...before, key]));
    try {
      await hideTerms(question, kind === 'skag' ? term.adGroupId : null, [term.text]);
      showToast({ intent: 'success', text: words.hidden(term.text), details: [words.hiddenDetail] });
    } catch (error) {
      setGone((before) => new Set([...before].filter((entry) => entry !== key)));
      showToast({ intent: 'error', text: messageOf(error) });
    }
  }
  return (
    <>
      <TermTools
        text={text}
        least={least}
        store={store}
        search={search}
        read={response !== null && response.as_of !== null}
        onText={setText}
        onLeast={url.setLeast}
        displayedCount={order.length}
        onAll={(choice) => store?.choose(order, choice)}
      />
      <TermGrid
        kind={kind}
        store={store}
        order={order}
        currency={currency}
        loading={loading}
        sort={parseTableSort(sort)}
        asOf={response?.as_of ?? null}
        onSort={url.setSort}
        onSearch={() => search.current?.focus()}
        onHide={(id) => void hide(id)}
        onShowAll={() => {
          setText('');
          url.setLeast(0);
        }}
      />
      {store !== null && question !== null && (
        <SaveBar
          kind={kind}
          store={store}
          saving={saving}
          target={target}
          currency={currency}
          campaign={campaign?.name ?? ''}
        />
      )}
    </>
  );
}

/** The store of an answer; what was chosen before goes along to the next one. */
function useTermStore(kind: FilterKind, response: SearchTermsResponse | null): TermStore | null {
  const terms = response?.search_terms ?? null;
  const { store } = useWithPrevious<StoreOfAnswer>([terms, kind], (before) => {
    const choices = before === null ? new Map() : before.carried();
    const next = terms === null ? null : createTermStore(terms, kind, choices);
    return { store: next, carried: () => next?.carried() ?? choices };
  });
  useAskBeforeLeaving(() => (store?.kept().size ?? 0) > 0);
  return store;
}

interface StoreOfAnswer {
  /** `null` while there is no answer. */
  store: TermStore | null;
  carried: () => KeptChoices;
}
