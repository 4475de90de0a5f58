import { useQueryClient } from '@tanstack/react-query';
import type { AdGroupCpp, Creative } from '@tapwise/contract';
import { Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../../../../shared/page/lazy-part.tsx';
import { useAskBeforeLeaving } from '../../../../../shared/page/use-ask-before-leaving.ts';
import { Message } from '../../../../../shared/report/index.ts';
import type { PageScope } from '../../../../../shared/scope/creatives.ts';
import { createSelectionStore, selectingOf } from '../../../../../shared/tables/grid/editing/selection-store.ts';
import { focusGrid } from '../../../../../shared/tables/grid/focus-grid.ts';
import { pageMessages as words } from '../../messages.ts';
import { createPageEdits } from '../../model/page-edits.ts';
import type { PagesUrl } from '../use-pages-url.ts';
import { EditsBar } from './EditsBar.tsx';
import { PagesGrid } from './PagesGrid.tsx';
import { PagesTools } from './PagesTools.tsx';

const PagesPreview = lazyPart(async () => (await import('./PagesPreview.tsx')).PagesPreview);

interface Props {
  scope: PageScope;
  url: PagesUrl;
  creatives: readonly Creative[];
  /** Whether the pages have been read. */
  read: boolean;
  /** `null`: no campaigns are chosen, or nothing has come yet. */
  adGroups: readonly AdGroupCpp[] | null;
  loading: boolean;
}

/** The ad groups with their pages, what is chosen for them, and the sending of it. */
export function PagesWork({ scope, url, creatives, read, adGroups, loading }: Props) {
  const client = useQueryClient();
  const [edits] = useState(createPageEdits);
  const [selection] = useState(createSelectionStore);
  const [text, setText] = useState('');
  const [preview, setPreview] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // Once nothing is chosen any more the bar is gone, and the table is what is left.
  const goBack = () => requestAnimationFrame(() => (opener.current === null ? focusGrid() : opener.current.focus()));
  const filter = useDeferredValue(text).trim().toLowerCase();
  const byId = useMemo(() => new Map((adGroups ?? []).map((adGroup) => [adGroup.id, adGroup])), [adGroups]);
  const order = useMemo(
    () =>
      [...byId.values()]
        .filter(({ name, campaignName, creativeName }) =>
          [name, campaignName, creativeName].some((word) => word.toLowerCase().includes(filter)),
        )
        .map(({ id }) => id),
    [byId, filter],
  );
  const selecting = useMemo(() => selectingOf(selection, order, words.selectAll(order.length)), [selection, order]);
  const chosen = useStore(selection.chosen);
  useAskBeforeLeaving(() => edits.get().size > 0);
  const set = (ids: readonly number[], creativeId: number) => {
    const page = creatives.find(({ id }) => id === creativeId);
    const groups = ids.flatMap((id) => byId.get(id) ?? []);
    if (page === undefined) return;
    edits.set(groups.map((adGroup) => ({ adGroup, creativeId, creativeName: page.name })));
  };
  return (
    <>
      <PagesTools
        scope={scope}
        creatives={creatives}
        read={read}
        text={text}
        search={search}
        onText={setText}
        displayedCount={adGroups === null ? null : order.length}
        all={byId.size}
        selected={[...chosen].filter((id) => byId.has(id))}
        onSet={set}
      />
      {url.applied.campaigns.length === 0 ? (
        <Message title={words.chooseCampaigns} text={words.chooseCampaignsText} />
      ) : (
        <PagesGrid
          creatives={creatives}
          byId={byId}
          order={order}
          edits={edits}
          selection={selection}
          selecting={selecting}
          loaded={adGroups !== null}
          loading={loading}
          onSet={(id, creativeId) => set([id], creativeId)}
          onSearch={() => search.current?.focus()}
          onShowAll={() => setText('')}
        />
      )}
      <EditsBar
        edits={edits}
        opener={opener}
        onPreview={() => setPreview(true)}
        onCancel={() => {
          edits.remove([...edits.get().keys()]);
          goBack();
        }}
      />
      {preview && (
        <Suspense fallback={null}>
          <PagesPreview
            scope={scope}
            edits={edits}
            onClose={() => {
              setPreview(false);
              goBack();
            }}
            onSent={() => void client.invalidateQueries({ queryKey: ['ad-group-pages'] })}
          />
        </Suspense>
      )}
    </>
  );
}
