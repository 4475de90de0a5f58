import {
  type AccountProof,
  type AdsConnection,
  type AdsConnectionEvent,
  adAccountDecider,
  adAccountStream,
  adsConnectionDecider,
  adsConnectionStream,
  bindAdAccount,
  claimAdAccount,
  releaseAdAccount,
} from '@tapwise/domain';
import type { CommandContext } from '../../event-log/commands/command-context.ts';
import { handleCommand } from '../../event-log/commands/handle-command.ts';
import type { EventLog } from '../../event-log/event-log.ts';

export interface AccountBindingOrder {
  readonly orgId: number;
  readonly adAccountId: number;
  readonly v1OrgId: number | null;
  readonly provenBy: AccountProof;
  readonly context: CommandContext;
}

/**
 * Binds an ad account to an organization: it is claimed first, so that it can never be bound to a second one, and an account that the
 * organization had before is released.
 * @returns commit position of the last event. @throws DomainError `not_found` when another organization has the account, `conflict` when
 * this one has another and no person decided.
 */
export async function bindAccount(log: EventLog, order: AccountBindingOrder): Promise<bigint> {
  const { orgId, adAccountId, context } = order;
  const at = new Date().toISOString();
  await handleCommand(log, {
    stream: adAccountStream(adAccountId),
    decider: adAccountDecider,
    context,
    cause: `claimed by ${orgId} ${at}`,
    decide: (state) => claimAdAccount(state, { ad_account_id: adAccountId, org_id: orgId, claimed_at: at }),
  });
  const { position, unused } = await recordBinding(log, order, at);
  if (unused === undefined) return position;
  const released = await handleCommand(log, {
    stream: adAccountStream(unused.adAccountId),
    decider: adAccountDecider,
    context,
    cause: `released by ${orgId} ${at}`,
    decide: (state) => releaseAdAccount(state, { ad_account_id: unused.adAccountId, org_id: orgId, released_at: at }),
  });
  if (unused.refusal !== undefined) throw unused.refusal;
  return released.position;
}

/** @returns the account that the organization does not have in the end, and the refusal of it where it was the new one. */
async function recordBinding(
  log: EventLog,
  { orgId, adAccountId, v1OrgId, provenBy, context }: AccountBindingOrder,
  boundAt: string,
): Promise<{ position: bigint; unused?: { adAccountId: number; refusal?: unknown } }> {
  const before: AdsConnection[] = [];
  const decide = (state: AdsConnection): AdsConnectionEvent[] => {
    before.splice(0, 1, state);
    return bindAdAccount(state, { orgId, adAccountId, v1OrgId, provenBy, boundAt });
  };
  try {
    const { position } = await handleCommand(log, {
      stream: adsConnectionStream(orgId),
      decider: adsConnectionDecider,
      context,
      cause: `bound ${adAccountId} ${boundAt}`,
      decide,
    });
    const former = before[0]?.account?.adAccountId;
    return former === undefined || former === adAccountId
      ? { position }
      : { position, unused: { adAccountId: former } };
  } catch (refusal) {
    const former = before[0]?.account?.adAccountId;
    if (former === undefined || former === adAccountId) throw refusal;
    return { position: 0n, unused: { adAccountId, refusal } };
  }
}
