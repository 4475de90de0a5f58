import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { useQuery } from '@tanstack/react-query';
import type { Change } from '@tapwise/contract';
import { useMemo, useRef, useState } from 'react';
import { creationsQueryOptions, makesCampaign } from '../../../../../shared/campaigns/creations/creations-query.ts';
import { useFocusInstead } from '../../../../../shared/page/use-kept-focus.ts';
import { useWithPrevious } from '../../../../../shared/page/use-with-previous.ts';
import { NotReady } from '../../../../../shared/report/components/states/ReportStates.tsx';
import {
  Message,
  ReportBanners,
  ReportError,
  resolveRange,
  useOrganizationToday,
} from '../../../../../shared/report/index.ts';
import { creativesOptions } from '../../../../../shared/scope/creatives.ts';
import { useRefreshOnMove } from '../../../../../shared/server/live/use-refresh-on-move.ts';
import { useAccount } from '../../../../account/session/index.ts';
import { ManagementFrame } from '../../../../frame/management-frame/index.ts';
import { type HistoryQuestion, historyKey, useHistory } from '../../api/history-api.ts';
import { managementMessages as words } from '../../messages.ts';
import { type HistoryEntry, historyEntries, linkUndos, type PageNames } from '../../model/history-entries.ts';
import styles from '../management.module.css';
import { actOf, HistoryList } from './HistoryList.tsx';
import { HistoryScopeBar } from './HistoryScopeBar.tsx';
import { UndoPanel } from './UndoPanel.tsx';
import { useHistoryFile } from './use-history-file.ts';
import { useHistoryUrl } from './use-history-url.ts';

/** Every change of a setting: who or which rule, when, why, old and new, its outcome; and undo. */
export function HistoryScreen() {
  const { account } = useAccount();
  const view = useHistoryView();
  const { entries, query, today, organization, url, change } = view;
  const response = query.data ?? null;
  const [undoing, setUndoing] = useState<HistoryEntry | null>(null);
  const split = useRef<HTMLDivElement>(null);
  const lastUndone = useWithPrevious<HistoryEntry | null>([undoing], (before) => undoing ?? before);
  useFocusInstead(split, () => lastUndone && actOf(lastUndone));
  return (
    <ManagementFrame>
      <HistoryScopeBar
        url={url}
        today={today}
        organization={organization}
        applications={view.applications}
        onChange={change}
        end={
          response !== null &&
          view.question !== null && <Taken entries={entries} question={view.question} field={url.field} />
        }
      />
      <ReportBanners demo={account.demo} />
      {query.isError && (
        <ReportError
          error={query.error}
          answeredAt={response === null ? 0 : query.dataUpdatedAt}
          onRetry={() => void query.refetch()}
        />
      )}
      <div ref={split} className={styles.split}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <section className={styles.main} tabIndex={0} aria-label={words.history} aria-busy={query.isFetching}>
          <HistoryBody view={view} undoing={undoing} onUndo={setUndoing} />
          {response?.more === true && <p className={styles.note}>{words.more}</p>}
        </section>
        {undoing !== null && view.application !== null && organization !== null && (
          <UndoPanel
            key={undoing.id}
            entry={undoing}
            applicationId={view.application.id}
            timeZone={organization.time_zone}
            pages={view.pages}
            onClose={() => setUndoing(null)}
          />
        )}
      </div>
    </ManagementFrame>
  );
}

/** The changes the address asks for. */
function useHistoryView() {
  const { account, applications } = useAccount();
  const { url, change } = useHistoryUrl(applications);
  const application = applications.find(({ id }) => id === url.account.application) ?? null;
  const organization =
    application?.asaOrganizations.find(({ organization_id: id }) => id === url.account.organization) ?? null;
  const today = useOrganizationToday(organization);
  const restricted = account.access === 'restricted';
  const question: HistoryQuestion | null =
    application === null || organization === null || restricted
      ? null
      : {
          application_id: application.id,
          asa_organization_id: organization.organization_id,
          ...resolveRange(url.range, today, null),
          ...(url.actor === null ? {} : { actor_kind: url.actor }),
          ...(url.key === null ? {} : { key: url.key }),
        };
  const query = useHistory(question);
  // What a write led to comes into the tables a moment after its answer.
  useRefreshOnMove(application?.id ?? null, historyKey);
  const changes = query.data?.changes;
  const campaigns = useOwnCampaigns(changes, application?.id ?? 0);
  const pages = usePageNames(changes, question);
  const entries = useMemo(
    () =>
      historyEntries(
        (changes ?? []).filter(({ field }) => url.field === null || field === url.field),
        query.dataUpdatedAt,
        { campaigns, pages },
      ),
    [changes, url.field, query.dataUpdatedAt, campaigns, pages],
  );
  const links = useMemo(() => linkUndos(entries), [entries]);
  const currency = query.data?.settings_currency ?? organization?.currency ?? '';
  const scope = { applications, application, organization, today, restricted };
  return { ...scope, url, change, question, query, entries, links, pages, currency };
}

/** What of the history is shown, and how that is changed. */
type HistoryView = ReturnType<typeof useHistoryView>;

/** Changes that are creations of whole campaigns: their rows do not say so while the campaign is not complete. */
function useOwnCampaigns(changes: readonly Change[] | undefined, applicationId: number): ReadonlySet<string> {
  const needsCreations = changes?.some(({ actor_kind: kind }) => kind === 'creation') ?? false;
  const { data } = useQuery({ ...creationsQueryOptions(applicationId), enabled: needsCreations });
  return useMemo(
    () =>
      new Set((data ?? []).flatMap(({ kind, change_id: id }) => (makesCampaign(kind) && id !== undefined ? [id] : []))),
    [data],
  );
}

/** Names of product pages, where changes are about some. */
function usePageNames(changes: readonly Change[] | undefined, question: HistoryQuestion | null): PageNames {
  const needsPages = question !== null && (changes?.some(({ field }) => field === 'creative') ?? false);
  const { data } = useQuery(
    creativesOptions(
      needsPages
        ? { application_id: question.application_id, asa_organization_id: question.asa_organization_id }
        : null,
    ),
  );
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}

interface BodyProps {
  view: HistoryView;
  undoing: HistoryEntry | null;
  onUndo: (entry: HistoryEntry) => void;
}

/** The changes, or what is shown in their place. */
function HistoryBody({ view, undoing, onUndo }: BodyProps) {
  const { application, organization, restricted, query, entries, links, pages, url, change, today, currency } = view;
  if (application === null || organization === null) return <NotReady application={application} />;
  if (restricted) return <Message title={words.restricted} />;
  if (query.data === undefined) return query.isError ? null : <HistoryWaiting />;
  if (entries.length > 0) {
    const base = { application_id: application.id, asa_organization_id: organization.organization_id };
    const listProps = { entries, links, pages, today, currency, timeZone: organization.time_zone };
    return <HistoryList {...listProps} base={base} undoing={undoing?.id ?? null} onUndo={onUndo} />;
  }
  if (url.actor === null && url.field === null && url.key === null) return <Message title={words.nothing} />;
  const all = () => change({ actor: null, field: null, key: null });
  return <Message title={words.noMatch} actions={<Button onClick={all}>{words.showAll}</Button>} />;
}

interface TakenProps {
  entries: readonly HistoryEntry[];
  question: HistoryQuestion;
  field: string | null;
}

/** How much is shown, and the file of it, which has every row. */
function Taken({ entries, question, field }: TakenProps) {
  const rows = entries.reduce((sum, entry) => sum + entry.count, 0);
  const file = useHistoryFile();
  const none = rows === 0;
  return (
    <>
      <span role="status" className={styles.count}>
        {file.done === null ? words.count(entries.length, rows) : words.fileDone(file.done)}
      </span>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowDownload20Regular />}
        disabledFocusable={none || file.busy}
        title={none ? words.nothingToExport : words.exportTitle}
        onClick={() => none || file.busy || void file.save(question, field, rows)}
      >
        {file.busy ? words.exporting : words.export}
      </Button>
    </>
  );
}

/** Rows to come, in the geometry they will have. */
function HistoryWaiting() {
  return (
    <div className={styles.waiting} role="status">
      <span className="visually-hidden">Loading...</span>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these rows have nothing but a place.
        <span key={row} style={{ opacity: 1 - row * 0.1 }} />
      ))}
    </div>
  );
}
