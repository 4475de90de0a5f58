import { randomUUID } from 'node:crypto';
import { type CommandContext, handleCommand } from '@tapwise/adapters';
import { type AccountEvent, type AccountState, accountDecider, accountStream } from '@tapwise/domain';
import type { ApiDependencies } from '../../../http/dependencies.ts';

/** A decision about an account. */
export type AccountDecision = (state: AccountState) => readonly AccountEvent[];

/** Changes one account and waits until the change can be read back. @returns commit position. */
export async function changeOwnAccount(
  deps: ApiDependencies,
  context: CommandContext,
  accountId: number,
  decide: AccountDecision,
): Promise<bigint> {
  const { position } = await handleCommand(deps.log, {
    stream: accountStream(accountId),
    decider: accountDecider,
    cause: randomUUID(),
    context,
    decide,
  });
  await deps.directory.reached(position);
  return position;
}
