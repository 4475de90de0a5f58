import { followLog, metricsRegistry } from '@tapwise/adapters';
import type { DomainEventType } from '@tapwise/domain';
import { Counter } from 'prom-client';
import type { ApiDependencies } from '../../http/dependencies.ts';

const mails = new Counter({
  name: 'tapwise_mails_total',
  help: 'Outcomes of mails since this process began, by kind.',
  labelNames: ['kind', 'outcome'],
  registers: [metricsRegistry],
});

const outcomes: Partial<Record<DomainEventType, 'sent' | 'retried' | 'skipped' | 'refused'>> = {
  MailSent: 'sent',
  MailDelayed: 'retried',
  MailSkipped: 'skipped',
  MailRefused: 'refused',
};

/** Counts what the log says of mails from now on, whichever process sends them. */
export async function countMails(
  { log, logger }: Pick<ApiDependencies, 'log' | 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  let after: bigint | undefined;
  await followLog(log, {
    after: async () => {
      after ??= (await log.lastPosition()) ?? 0n;
      return after;
    },
    streamPrefixes: ['mail-'],
    maxBatch: 100,
    signal,
    onBatch: (batch) => {
      for (const { event, position } of batch) {
        const outcome = outcomes[event.type];
        if (outcome !== undefined && 'kind' in event.data) mails.inc({ kind: String(event.data.kind), outcome });
        after = position;
      }
    },
    onUnreadable: (event) => logger.error(event, 'an event about a mail cannot be read; it is not counted'),
  });
}
