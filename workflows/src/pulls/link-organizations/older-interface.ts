import { type EventLog, handleCommand } from '@tapwise/adapters';
import {
  endOlderInterface,
  type OlderInterfaceAnswer,
  olderInterfaceDecider,
  olderInterfaceStream,
  resumeOlderInterface,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';

/** Records that the older interface has ended, where an answer of it says so. */
export async function recordInterfaceEnd(log: EventLog, answer: OlderInterfaceAnswer): Promise<void> {
  const ended_at = new Date().toISOString();
  await handleCommand(log, {
    stream: olderInterfaceStream,
    decider: olderInterfaceDecider,
    context: workflowActor('older-interface'),
    cause: `ended ${ended_at}`,
    decide: (state) => endOlderInterface(state, { answer, ended_at }),
  });
}

/** Records that it answers again. @returns commit position of the last event. */
export async function recordInterfaceReturn(log: EventLog): Promise<bigint> {
  const back_at = new Date().toISOString();
  const { position } = await handleCommand(log, {
    stream: olderInterfaceStream,
    decider: olderInterfaceDecider,
    context: workflowActor('older-interface'),
    cause: `back ${back_at}`,
    decide: (state) => resumeOlderInterface(state, back_at),
  });
  return position;
}
