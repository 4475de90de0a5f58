import { Button } from '@fluentui/react-components';
import { ArrowRepeatAll16Regular } from '@fluentui/react-icons/svg/arrow-repeat-all';
import { Copy16Regular } from '@fluentui/react-icons/svg/copy';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { minuteMs } from '@tapwise/contract/calendar';
import { useEffect, useRef, useState } from 'react';
import { ToneBadge } from '../../../../shared/campaigns/changes/OutcomeBadge.tsx';
import { useClock } from '../../../../shared/page/browser-state.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { NoticeBar } from '../../../../shared/ui/NoticeBar.tsx';
import { sentOptions } from '../api/webhook-calls.ts';
import type { Delivery } from '../api/webhook-types.ts';
import { webhookMessages as words } from '../messages.ts';
import {
  attemptBadge,
  bodyText,
  curlText,
  durationText,
  eventOf,
  headerLines,
  momentText,
} from '../model/delivery-texts.ts';
import styles from './delivery-panel.module.css';
import { useReplay } from './use-replay.ts';

interface Props {
  application: Application;
  refusal: string | null;
  timeZone: string;
  delivery: Delivery;
  onClose: () => void;
}

/** One delivery: every attempt with its answer, what it can be recognised by, and sending it again. */
export function DeliveryPanel({ application, refusal, timeZone, delivery, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const replay = useReplay(application.id);
  const now = useClock((time) => Math.floor(time / minuteMs) * minuteMs);
  const query = useQuery(sentOptions(application.id, delivery));
  const sent = query.data ?? null;
  useEffect(() => heading.current?.focus(), []);
  const { id, attempts, sequence, created_at, reason, url } = delivery;
  const first = attempts[0];
  const at = (instant: string) => momentText(instant, timeZone, now);
  const facts = [
    application.name,
    first === undefined ? words.notYet(at(created_at)) : words.first(at(first.at)),
    ...(sequence === null ? [] : [words.sequenceOf(sequence)]),
  ];
  const off = refusal !== null || replay.busy;
  return (
    <aside
      className={styles.panel}
      aria-labelledby="delivery-title"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className={styles.panelHead}>
        <h2 id="delivery-title" ref={heading} tabIndex={-1}>
          {eventOf(delivery)}
        </h2>
        <Button
          size="small"
          appearance="subtle"
          icon={<Dismiss20Regular />}
          aria-label={words.close}
          onClick={onClose}
        />
        <p>{facts.join(', ')}</p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.panelBody} tabIndex={0} aria-label={eventOf(delivery)}>
        {reason !== null && <NoticeBar intent="info">{reason}</NoticeBar>}
        <Attempts delivery={delivery} at={at} />
        <h3>{words.sentTo}</h3>
        <code className={styles.code}>{url}</code>
        {query.isLoading && <p role="status">{words.loadingSent}</p>}
        {query.isError && <p role="alert">{messageOf(query.error)}</p>}
        {sent !== null && (
          <>
            <h3>{words.headers}</h3>
            <code className={styles.code}>{headerLines(sent)}</code>
            <h3>{words.body(sent.bytes)}</h3>
            <code className={styles.code}>{bodyText(sent, delivery.lane)}</code>
          </>
        )}
        <LastResponse delivery={delivery} />
      </section>
      <footer className={styles.panelFoot}>
        <Button
          size="small"
          appearance="primary"
          icon={<ArrowRepeatAll16Regular />}
          disabledFocusable={off}
          title={refusal ?? undefined}
          onClick={() => off || void replay.send({ ids: [id] })}
        >
          {replay.busy ? words.replaying : words.replayNow}
        </Button>
        {sent !== null && <CopyCommand text={curlText(sent, url)} />}
      </footer>
    </aside>
  );
}

function Attempts({ delivery, at }: { delivery: Delivery; at: (instant: string) => string }) {
  const { attempts, next_attempt_at } = delivery;
  return (
    <>
      <h3>{words.attempts}</h3>
      {attempts.length === 0 && next_attempt_at === null && <p>{words.noAttempts}</p>}
      <ol className={styles.attempts}>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <time dateTime={attempt.at}>{at(attempt.at)}</time>
            <span>{durationText(attempt.ms)}</span>
            <ToneBadge {...attemptBadge(attempt)} />
          </li>
        ))}
        {next_attempt_at !== null && (
          <li>
            <time dateTime={next_attempt_at}>{at(next_attempt_at)}</time>
            <span />
            <ToneBadge tone="plain" text={words.planned} />
          </li>
        )}
      </ol>
    </>
  );
}

function LastResponse({ delivery: { attempts } }: { delivery: Delivery }) {
  const last = attempts.at(-1);
  if (last === undefined || last.status === null) return null;
  return (
    <>
      <h3>{words.answer}</h3>
      {last.answer === '' ? <p>{words.emptyAnswer}</p> : <code className={styles.code}>{last.answer}</code>}
    </>
  );
}

function CopyCommand({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={<Copy16Regular />}
      onClick={() => void copy().catch(() => undefined)}
    >
      {copied ? words.copied : words.copyCurl}
    </Button>
  );
}
