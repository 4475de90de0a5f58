import { useQuery } from '@tanstack/react-query';
import type { OutboxMail, OutboxResponse, outboxPath } from '@tapwise/contract/outbox';
import { useId, useState } from 'react';
import { formatInstant } from '../../../shared/calendar/instants.ts';
import { ApiError, messageOf } from '../../../shared/server/http/api-error.ts';
import { request } from '../../../shared/server/http/request.ts';
import { outboxMessages as words } from './messages.ts';
import styles from './outbox.module.css';

const path: typeof outboxPath = '/api/demo/outbox';
const lookMs = 3000;

/** The mails of a demo, with links that can be followed. */
export function OutboxScreen() {
  const mails = useQuery({
    queryKey: ['outbox'],
    queryFn: async ({ signal }) => (await request<OutboxResponse>({ method: 'GET', path, signal })).body.mails,
    refetchInterval: lookMs,
    retry: false,
  });
  if (mails.data !== undefined) return <Mails mails={mails.data} />;
  if (mails.isError) return <p role="alert">{reasonOf(mails.error)}</p>;
  return <p role="status">Loading...</p>;
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 404 ? words.missing : messageOf(error);

function Mails({ mails }: { mails: readonly OutboxMail[] }) {
  const [sought, setSought] = useState('');
  const field = useId();
  const text = sought.trim().toLowerCase();
  const matchingMails = mails.filter(({ to, subject }) => `${to} ${subject}`.toLowerCase().includes(text));
  return (
    <div className={styles.outbox}>
      <p>{words.about}</p>
      {mails.length > 0 && (
        <p className={styles.find}>
          <label htmlFor={field}>{words.find}</label>
          <input id={field} type="search" value={sought} onChange={(event) => setSought(event.target.value)} />
        </p>
      )}
      {matchingMails.length === 0 && <p>{mails.length === 0 ? words.empty : words.none}</p>}
      {matchingMails.map((mail) => (
        <Mail key={mail.id} mail={mail} />
      ))}
    </div>
  );
}

function Mail({ mail: { kind, to, subject, text, created_at } }: { mail: OutboxMail }) {
  return (
    <article className={styles.mail} aria-label={subject}>
      <h2>{subject}</h2>
      <p className={styles.meta}>
        {words.to(to)} · <time dateTime={created_at}>{formatInstant(created_at)}</time> · {kind}
      </p>
      <p className={styles.body}>{withLinks(text)}</p>
    </article>
  );
}

/** The text with its own addresses as links; they lead to this server alone. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/[^\s<>]+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never changes.
      <a key={index} href={part} rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
