import type { Break } from '../break.ts';

const simulation = 'tests/faults/simulation/simulation.unit.spec.ts';

/** What only shows when processes die, freeze or lose answers at the wrong moment. */
export const simulationBreaks: readonly Break[] = [
  {
    what: 'a mail is claimed after the mail server has it',
    file: 'workflows/src/accounts/send-mail/send-mail.activities.ts',
    find: 'const { state: begun } = await record(',
    replace: 'await send(deps, mail);\n  const { state: begun } = await record(',
    specs: [simulation],
  },
  {
    what: 'the checkpoint is written before the rows',
    file: 'projections/src/writing/runner/write-batch.ts',
    find: 'const written = await Promise.all(',
    replace:
      'await writeCheckpoints(client, projections, { range, recordedAt });\n  const written = await Promise.all(',
    specs: [simulation],
  },
  {
    what: 'a process that stood still sends what it decided before',
    file: 'workflows/src/campaigns/apply-change/sending/write-rows.ts',
    find: 'if (stalls.hasStalled()) return;',
    replace: '',
    specs: [simulation],
  },
  {
    what: 'a mail is sent when its claim is over',
    file: 'workflows/src/accounts/send-mail/send-mail.activities.ts',
    find: 'if (!isInTime(begun.begun, now().getTime())) return;',
    replace: '',
    specs: [simulation],
  },
  {
    what: 'a purchase has no webhook because its application is not known yet',
    file: 'workflows/src/users/deliver-webhooks/queue-deliveries.ts',
    find: 'await catchUp().then(findOwner)',
    replace: 'await Promise.resolve().then(findOwner)',
    specs: [simulation],
  },
  {
    what: 'a batch of purchases that was cut off is queued a second time',
    file: 'workflows/src/users/deliver-webhooks/queue-deliveries.ts',
    find: 'placed.filter(({ position }) => position > (lastQueued ?? -1))',
    replace: 'placed',
    specs: [simulation],
  },
  {
    what: 'a message goes to the former address and to one that is recorded after it',
    file: 'workflows/src/users/resume-deliveries/read-endpoints.ts',
    find: ' && endpoint.position < position',
    replace: '',
    specs: ['workflows/src/users/resume-deliveries/read-endpoints.unit.spec.ts'],
  },
  {
    what: 'a pull that stood still records the answer from before',
    file: 'workflows/src/pulls/pull-organization/steady-memory.ts',
    find: "if (hasStalled()) throw ApplicationFailure.retryable('The process stood still amid a pull', 'StoodStill');",
    replace: '',
    specs: [simulation],
  },
  {
    what: 'slots that were missed are forgotten',
    file: 'workflows/src/campaigns/run-automation/next-slot.ts',
    find: "for (const slot of missedSlots(next)) await leaveOut(context, ruleScope, slot, { state: 'missed', message: null });",
    replace: 'missedSlots(next);',
    specs: [simulation],
  },
  {
    what: 'a webhook that another process froze and attempted meanwhile gets a second place in the sequence',
    file: 'workflows/src/users/deliver-webhooks/ready-deliveries.ts',
    find: 'const sequence = sequences.get(open.delivery.identity.delivery_id);',
    replace: 'const sequence = open.delivery.sequence ?? queue.frozen.get(open.delivery.identity.delivery_id);',
    specs: [simulation],
  },
  {
    what: 'an ad group without a keyword is left where its removal was not answered',
    file: 'workflows/src/campaigns/create-campaign/steps/keyword-pairs.ts',
    find: "if (end.kind !== 'refused') return haltOf(end);",
    replace: '',
    specs: [simulation],
  },
  {
    what: 'the key of an application that was added just before its team ended is kept',
    file: 'workflows/src/accounts/erase-account/erase-account.activities.ts',
    find: 'await catchUpWith(directory, await log.lastPosition());',
    replace: '',
    specs: [simulation],
  },
];
