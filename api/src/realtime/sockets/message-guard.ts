import { errorResponse } from '@tapwise/adapters';
import type { Acknowledgement } from '@tapwise/contract';
import { DomainError, isErrorCode } from '@tapwise/domain';
import type { z } from 'zod';
import { requireSession } from '../../access/sign-in/sessions.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { asRefusal } from '../../http/refusals.ts';
import type { LiveSocket } from '../live-server.ts';

const messagesAtOnce = 60;
const messagesPerSecond = 20;

/** The answer to the sender, and what is done right after it was sent. */
export interface Completion {
  /** Fields beside the status. */
  response?: object;
  afterwards?: () => void;
}

/**
 * Handles a message. All waiting is done before it resolves; the function it resolves with runs, answers and ends in one
 * turn, so that nothing else can be sent to the socket in between.
 */
export type MessageHandler<Message> = (message: Message) => Promise<() => Completion>;

/**
 * Makes a listener of a handler: the message is checked against its schema and the sender's right is asked again, each time;
 * faults are reported in the acknowledgement. A sender that floods is cut off.
 */
export function guardedListener<Message>(
  deps: ApiDependencies,
  socket: LiveSocket,
  schema: z.ZodType<Message>,
  handle: MessageHandler<Message>,
): (message: unknown, acknowledge?: unknown) => void {
  return (message, acknowledge) => {
    const reply = typeof acknowledge === 'function' ? acknowledge : () => undefined;
    if (!spendMessage(socket, deps.now().getTime())) {
      socket.disconnect(true);
      return;
    }
    prepare(deps, socket, schema, handle, message)
      .then((complete) => {
        if (!socket.connected) return;
        const { response, afterwards } = complete();
        reply({ ...response, status: 'ok' });
        afterwards?.();
      })
      .catch((error: unknown) => reply(refusalResponse(deps, error)));
  };
}

async function prepare<Message>(
  deps: ApiDependencies,
  socket: LiveSocket,
  schema: z.ZodType<Message>,
  handle: MessageHandler<Message>,
  message: unknown,
): ReturnType<MessageHandler<Message>> {
  socket.data.session = await requireSession(deps, socket.data.session.token);
  const parsed = schema.safeParse(message);
  if (!parsed.success) throw new DomainError('invalid_request');
  return handle(parsed.data);
}

/** A refusal as it is sent to a socket. */
export function refusalResponse(deps: ApiDependencies, error: unknown): Acknowledgement {
  const { body } = errorResponse(asRefusal(error));
  if (body.code === 'internal') deps.logger.error({ err: error }, 'A socket call failed');
  return { status: 'error', error_message: body.error_message, code: isErrorCode(body.code) ? body.code : 'internal' };
}

function spendMessage(socket: LiveSocket, now: number): boolean {
  const { budget } = socket.data;
  budget.left = Math.min(messagesAtOnce, budget.left + ((now - budget.at) / 1000) * messagesPerSecond) - 1;
  budget.at = now;
  return budget.left >= 0;
}

/** What a connection may send at its beginning. */
export const freshBudget = (now: number): { left: number; at: number } => ({ left: messagesAtOnce, at: now });
