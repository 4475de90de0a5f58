import type { Break } from '../break.ts';

const alert = 'domain/src/campaigns/alert';

/** What alerts find, say once, and keep from people without rights. */
export const alertsBreaks: readonly Break[] = [
  {
    what: 'an evaluation that is repeated counts twice',
    file: `${alert}/episode/evaluate-units.ts`,
    find: 'remembered.lastSlot >= slot) return [];',
    replace: 'remembered.lastSlot > slot) return [];',
    specs: [`${alert}/episode/evaluate-units.unit.spec.ts`],
  },
  {
    what: 'a unit of an own alert that cannot be judged ends its incident',
    file: `${alert}/own/evaluate-own-alert.ts`,
    find: "return verdict === 'no_match' ? false : null;",
    replace: 'return false;',
    specs: [`${alert}/own/own-alert.unit.spec.ts`],
  },
  {
    what: 'an incident is in two messages to a channel',
    file: `${alert}/message/message.decider.ts`,
    find: 'message.items.filter((item) => state.claimed[itemKey(item)] === undefined)',
    replace: 'message.items',
    specs: [`${alert}/message/message.unit.spec.ts`],
  },
  {
    what: 'two processes send a message at the same time',
    file: `${alert}/message/message.decider.ts`,
    find: '(claim === null || at >= claim.overAt);',
    replace: '(claim === null || at >= 0);',
    specs: [`${alert}/message/message.unit.spec.ts`],
  },
  {
    what: 'something is said of a unit while it is snoozed',
    file: `${alert}/episode/alert-messages.ts`,
    find: 'isSnoozed(applicable, episode.key, firedAt)',
    replace: 'isSnoozed([], episode.key, firedAt)',
    specs: [`${alert}/episode/alert-messages.unit.spec.ts`],
  },
  {
    what: 'Slack gets a message again that it perhaps has',
    file: 'workflows/src/campaigns/send-alerts/send-alerts.activities.ts',
    find: "boolean => kind === 'slack';",
    replace: 'boolean => false;',
    specs: ['workflows/src/campaigns/send-alerts/send-alerts.int.spec.ts'],
  },
  {
    what: 'a process that repeats a message mails its people again',
    file: 'workflows/src/campaigns/send-alerts/mail-message.ts',
    find: 'messageId}|',
    replace: 'messageId + requestedAt}|',
    specs: ['workflows/src/campaigns/send-alerts/send-alerts.int.spec.ts'],
  },
  {
    what: 'messages of alerts wait for a worker that does not know them',
    file: 'workflows/src/temporal/worker-activities.ts',
    find: "activitiesOn('deliveries', activities)",
    replace: '{ postDueDeliveries: activities.postDueDeliveries }',
    specs: ['workflows/src/processes.unit.spec.ts'],
  },
  {
    what: 'restricted members see notices of alerts',
    file: 'api/src/automation/alerts/notices.routes.ts',
    find: "return access === 'restricted'",
    replace: 'return false',
    specs: ['api/src/automation/alerts/alerts.int.spec.ts'],
  },
  {
    what: 'a rule judges by figures that an open alert doubts',
    file: `${alert}/built-in/data-doubts.ts`,
    find: 'kind === undefined || episode.application_id !== applicationId || !wasOpenAt(episode, at)',
    replace: 'kind !== undefined || episode.application_id !== applicationId || !wasOpenAt(episode, at)',
    specs: [`${alert}/built-in/data-doubts.unit.spec.ts`],
  },
  {
    what: 'the second part of a large evaluation is lost',
    file: `${alert}/episode/evaluate-units.ts`,
    find: 'const more = isWhole ? {} : { more: true };',
    replace: 'const more = isWhole ? { more: true } : {};',
    specs: [`${alert}/episode/evaluate-units.unit.spec.ts`],
  },
  {
    what: 'a message goes out in quiet hours that began after its incident',
    file: `${alert}/message/plan-messages.ts`,
    find: 'deliveryOf(message.at, episode.severity, preferences, now)',
    replace: 'deliveryOf(message.at, episode.severity, preferences)',
    specs: [`${alert}/message/plan-messages.unit.spec.ts`],
  },
  {
    what: 'a visitor of the demo points its channels to another address',
    file: 'api/src/automation/alerts/channels.routes.ts',
    find: 'team_id, id);\n      requireOwnAddress(session, kind);',
    replace: 'team_id, id);',
    specs: ['api/src/automation/alerts/alerts.int.spec.ts'],
  },
  {
    what: 'whole quiet days that follow each other hold a message for ever',
    file: `${alert}/episode/quiet-hours.ts`,
    find: 'if (held === undefined || begins > held) end = ends;',
    replace: 'end = ends;',
    specs: [`${alert}/episode/alert-messages.unit.spec.ts`],
  },
  {
    what: 'the header of a message to Slack is read as marks',
    file: `${alert}/channel/slack-message.ts`,
    find: 'cut(escapeSlack(title), longestHeader), emoji',
    replace: 'cut(title, longestHeader), emoji',
    specs: [`${alert}/channel/slack.unit.spec.ts`],
  },
  {
    what: 'an object of another team is snoozed',
    file: 'api/src/automation/alerts/snoozed-unit.ts',
    find: 'if (isLinked && state',
    replace: 'if (!isLinked || state',
    specs: ['api/src/automation/alerts/alerts.int.spec.ts'],
  },
];
