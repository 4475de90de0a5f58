import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { ArrowClockwise16Regular } from '@fluentui/react-icons/svg/arrow-clockwise';
import { ArrowDownload16Regular } from '@fluentui/react-icons/svg/arrow-download';
import { ArrowRepeatAll16Regular } from '@fluentui/react-icons/svg/arrow-repeat-all';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { useState } from 'react';
import { saveFile } from '../../../../shared/files/save-file.ts';
import { Message } from '../../../../shared/report/index.ts';
import { ChoicePicker } from '../../../../shared/scope/index.ts';
import { type Delivery, deliveryEvents, deliveryKinds, deliveryStates } from '../api/webhook-types.ts';
import { webhookMessages as words } from '../messages.ts';
import { DeliveryTable } from './DeliveryTable.tsx';
import styles from './deliveries.module.css';
import { RangeDialog } from './RangeDialog.tsx';
import type { ConsoleUrl } from './use-console-url.ts';
import { useReplay } from './use-replay.ts';
import screen from './webhooks.module.css';

interface Props {
  application: Application;
  refusal: string | null;
  timeZone: string;
  url: ConsoleUrl;
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetching' | 'fetchNextPage' | 'refetch'>;
  /** Loaded so far; `null` while the first are awaited. */
  deliveries: readonly Delivery[] | null;
  noAddress: boolean;
  opened: string | null;
}

/** Deliveries one call sends again at most. */
const mostReplayed = 5_000;

/** What was sent, newest first, with what can be done with all of it. */
export function DeliveriesSection(props: Props) {
  const { application, refusal, timeZone, url, list, deliveries } = props;
  const replay = useReplay(application.id);
  const [ranging, setRanging] = useState(false);
  const takesFocusBack = useRestoreFocusTarget();
  const failed = (deliveries ?? []).filter(({ state }) => state === 'failed').map(({ id }) => id);
  const off = refusal !== null || replay.busy;
  return (
    <section className={screen.deliveries} aria-labelledby="deliveries-title">
      <div className={screen.head}>
        <h2 id="deliveries-title">{words.deliveries}</h2>
        <div className="row wrap gap-8">
          <Filters url={url} />
          {failed.length > 0 && (
            <Button
              size="small"
              icon={<ArrowRepeatAll16Regular />}
              disabledFocusable={off}
              title={refusal ?? undefined}
              onClick={() => off || void replay.send({ ids: failed.slice(0, mostReplayed) })}
            >
              {words.replayFailed(failed.length)}
            </Button>
          )}
          <Button
            {...takesFocusBack}
            size="small"
            disabledFocusable={off}
            title={refusal ?? undefined}
            onClick={() => off || setRanging(true)}
          >
            {words.replayRange}
          </Button>
        </div>
      </div>
      {ranging && (
        <RangeDialog
          timeZone={timeZone}
          onReplay={(range) => void replay.send(range)}
          onClose={() => setRanging(false)}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.list} tabIndex={0} aria-label={words.deliveries} aria-busy={deliveries === null}>
        <ListBody {...props} />
      </section>
      <footer className={styles.foot}>
        <span role="status">
          {deliveries !== null && `${words.loaded(deliveries.length, !list.hasNextPage)}, ${words.times(timeZone)}`}
        </span>
        <Button size="small" appearance="subtle" icon={<ArrowClockwise16Regular />} onClick={() => void list.refetch()}>
          {words.refresh}
        </Button>
        {deliveries !== null && deliveries.length > 0 && (
          <Button
            size="small"
            appearance="subtle"
            icon={<ArrowDownload16Regular />}
            title={words.downloadTitle}
            onClick={() => download(application.name, deliveries)}
          >
            {words.download}
          </Button>
        )}
        {list.hasNextPage && (
          <Button
            size="small"
            disabledFocusable={list.isFetchingNextPage}
            onClick={() => list.isFetchingNextPage || void list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? words.loadingOlder : words.older}
          </Button>
        )}
      </footer>
    </section>
  );
}

function Filters({ url }: { url: ConsoleUrl }) {
  const { kind, event, state } = url.filter;
  return (
    <div className={styles.filters}>
      <ChoicePicker
        label={words.lane}
        choices={[
          { value: 'all', text: words.everyKind },
          { value: 'webhook', text: words.lanes.webhook.title },
          { value: 'forwarding', text: words.lanes.forwarding.title },
          { value: 'alert', text: words.lanes.alert.title },
        ]}
        chosen={kind ?? 'all'}
        onChoose={(value) => url.choose({ kind: deliveryKinds.find((deliveryKind) => deliveryKind === value) ?? null })}
      />
      <ChoicePicker
        label={words.event}
        choices={[{ value: 'all', text: words.everyEvent }, ...deliveryEvents.map((value) => ({ value, text: value }))]}
        chosen={event ?? 'all'}
        onChoose={(value) =>
          url.choose({ event: deliveryEvents.find((deliveryEvent) => deliveryEvent === value) ?? null })
        }
      />
      <ChoicePicker
        label={words.state}
        choices={[
          { value: 'all', text: words.everyState },
          ...deliveryStates.map((value) => ({ value, text: words.stateNames[value] })),
        ]}
        chosen={state ?? 'all'}
        onChoose={(value) =>
          url.choose({ state: deliveryStates.find((deliveryState) => deliveryState === value) ?? null })
        }
      />
    </div>
  );
}

function ListBody({ deliveries, noAddress, url, timeZone, opened }: Props) {
  if (deliveries === null) {
    return (
      <p role="status" className="visually-hidden">
        Loading...
      </p>
    );
  }
  if (deliveries.length > 0)
    return <DeliveryTable deliveries={deliveries} timeZone={timeZone} opened={opened} onOpen={(id) => url.open(id)} />;
  if (Object.values(url.filter).some((chosen) => chosen !== null)) {
    const showAll = (
      <Button onClick={() => url.choose({ kind: null, event: null, state: null })}>{words.showAll}</Button>
    );
    return <Message title={words.noMatch} actions={showAll} />;
  }
  return <Message title={words.none} text={noAddress ? words.noneWithoutAddress : words.noneText} />;
}

function download(application: string, deliveries: readonly Delivery[]): void {
  const file = new Blob([JSON.stringify(deliveries, null, 2)], { type: 'application/json' });
  saveFile(file, `webhook-deliveries-${application.replace(/[^\p{L}\p{N}]+/gu, '-')}.json`);
}
