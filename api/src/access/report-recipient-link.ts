import { type CommandContext, handleCommand, reportRecipientToken } from '@tapwise/adapters';
import {
  DomainError,
  decideRecipient,
  type ReportRecipient,
  type ReportScheduleEvent,
  type ReportScheduleState,
  reportScheduleDecider,
  reportScheduleStream,
} from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** Whom a link in a mail of a scheduled report is for. */
export interface LinkedRecipientIds {
  readonly scheduleId: number;
  readonly recipientId: string;
}

const tokenForm = /^(?<id>[1-9]\d{0,14})_(?<recipientId>(?:account|address)-[0-9a-f]{1,32})_/;

/** @throws DomainError `link_invalid` for a token that was not made by us. */
export function readRecipientToken({ vault }: Pick<ApiDependencies, 'vault'>, token: string): LinkedRecipientIds {
  const { id = '', recipientId = '' } = tokenForm.exec(token)?.groups ?? {};
  const scheduleId = Number(id);
  const isOurs = id !== '' && isSame(vault, token, reportRecipientToken(vault, scheduleId, recipientId));
  if (!isOurs) throw new DomainError('link_invalid');
  return { scheduleId, recipientId };
}

/** Hashes are compared, so that the time says nothing about how much of a token is right. */
const isSame = (vault: ApiDependencies['vault'], left: string, right: string): boolean =>
  vault.keyedHash('comparison', left) === vault.keyedHash('comparison', right);

/** The recipient wants the report from now on, or does not. @throws DomainError `link_invalid`. */
export async function decideByLink(
  deps: Pick<ApiDependencies, 'log' | 'vault' | 'now'>,
  context: CommandContext,
  token: string,
  accepts: boolean,
): Promise<{ readonly state: ReportRecipient['state']; readonly position: bigint }> {
  const { scheduleId, recipientId } = readRecipientToken(deps, token);
  const at = deps.now().toISOString();
  const { state, position } = await handleCommand<ReportScheduleState, ReportScheduleEvent>(deps.log, {
    stream: reportScheduleStream(scheduleId),
    decider: reportScheduleDecider,
    cause: `${accepts ? 'confirmed' : 'unsubscribed'} ${recipientId} ${at}`,
    context,
    decide: (current) => decideRecipient(current, recipientId, accepts, at),
  });
  const recipients = state.status === 'absent' ? [] : state.recipients;
  const decided = recipients.find(({ recipient_id }) => recipient_id === recipientId)?.state;
  if (decided === undefined) throw new DomainError('link_invalid');
  return { state: decided, position };
}
