import { Button } from '@fluentui/react-components';
import { ArrowSync20Regular } from '@fluentui/react-icons/svg/arrow-sync';
import { useQueryClient } from '@tanstack/react-query';
import type { Creative } from '@tapwise/contract';
import { type Ref, useState } from 'react';
import { type PageScope, pageListOptions } from '../../../../../shared/scope/creatives.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { SearchField } from '../../../../../shared/ui/SearchField.tsx';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { syncCreatives } from '../../api/product-pages-api.ts';
import { pageMessages as words } from '../../messages.ts';
import styles from '../pages.module.css';
import { PageList } from './PageList.tsx';
import { PageOptions } from './PageSelect.tsx';

interface Props {
  scope: PageScope;
  creatives: readonly Creative[];
  /** Whether the pages have been read. */
  read: boolean;
  text: string;
  onText: (text: string) => void;
  search: Ref<HTMLInputElement>;
  /** Ad groups shown; `null` while there are none. */
  displayedCount: number | null;
  all: number;
  selected: readonly number[];
  onSet: (ids: readonly number[], creativeId: number) => void;
}

/** Over the table: what narrows it, one page for all that is selected, and the pages there are. */
export function PagesTools({
  scope,
  creatives,
  read,
  text,
  onText,
  search,
  displayedCount,
  all,
  selected,
  onSet,
}: Props) {
  const [page, setPage] = useState('0');
  const off = selected.length === 0;
  return (
    <div className={styles.tools}>
      <SearchField className={styles.search} label={words.filter} value={text} onChange={onText} inputRef={search} />
      <span role="status" className="flex-1 muted">
        {displayedCount !== null && words.adGroups(displayedCount, all)}
        {selected.length > 0 && `, ${words.selected(selected.length)}`}
      </span>
      {displayedCount !== null && (
        <div className={styles.many}>
          <select aria-label={words.setPage} value={page} onChange={(event) => setPage(event.target.value)}>
            <PageOptions creatives={creatives} />
          </select>
          <Button
            size="small"
            disabledFocusable={off}
            title={off ? words.selectFirst : undefined}
            onClick={() => off || onSet(selected, Number(page))}
          >
            {words.set}
          </Button>
        </div>
      )}
      {read && <PageList scope={scope} />}
      <SyncButton scope={scope} />
    </div>
  );
}

export function SyncButton({ scope }: { scope: PageScope }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function sync(): Promise<void> {
    setBusy(true);
    try {
      const response = await syncCreatives(scope);
      client.setQueryData(pageListOptions(scope).queryKey, response);
      showToast({ intent: 'success', text: words.synced(response.creatives.filter(({ id }) => id !== 0).length) });
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={<ArrowSync20Regular />}
      title={words.syncTitle}
      disabledFocusable={busy}
      onClick={() => busy || void sync()}
    >
      {busy ? words.syncing : words.sync}
    </Button>
  );
}
