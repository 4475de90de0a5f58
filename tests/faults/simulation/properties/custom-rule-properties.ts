import { ruleTimes } from '../parts/rules.ts';
import { decidedUnits } from '../records/custom-run-record.ts';
import { channelIds, cooldownDays, customRules, writtenAlerts } from '../traffic/custom-rule-traffic.ts';
import type { World } from '../world.ts';

const hoursOfDay = 24;
/** Clocks of machines differ. */
const toleranceMs = 1000;

/** Whether each alert fires for the keywords that it is about, and for no other, and all that is to be said of that has been sent. */
export function areAlertsRight({ scene, market, record: { alerts } }: World): boolean {
  if (scene !== 'custom rules') return true;
  const isRight = writtenAlerts.every(({ id, above }) =>
    market.keywords.every(({ campaignId, adGroupId, keywordId, bid }) => {
      const isOpen = alerts.isOpen(id, `${campaignId}:${adGroupId}:${keywordId}`);
      return isOpen === bid > above;
    }),
  );
  return (
    isRight && [...alerts.messages.values()].every(({ ends }) => ends.length > 0) && unreported(alerts).length === 0
  );
}

/** Each slot is decided once or left out, each decision has one outcome, caps and cool-downs hold, and each incident is reported once to each channel. */
export function customRuleViolations(world: World): string[] {
  const { alerts, customRuns } = world.record;
  return [
    ...[...customRuns.runs].flatMap(([stream, run]) => {
      const units = decidedUnits(run);
      const { ended, leftOut } = run.counts;
      const cap = customRules.find(({ id }) => id === run.automationId)?.perRun ?? 0;
      return [
        ...(ended + leftOut === 1 ? [] : [`${stream} ended ${ended} times and was left out ${leftOut} times`]),
        ...(new Set(units).size === units.length ? [] : [`${stream} decided about a unit twice`]),
        ...(units.length <= cap ? [] : [`${stream} changes ${units.length} units`]),
        ...units
          .filter((key) => run.settled.get(key) !== 1)
          .map((key) => `${stream}: ${key} has ${run.settled.get(key) ?? 0} outcomes`),
        ...[...run.settled.keys()]
          .filter((key) => !units.includes(key))
          .map((key) => `${stream}: the outcome of ${key} follows from nothing`),
      ];
    }),
    ...customRules.flatMap((rule) => ruleViolations(world, rule)),
    ...incidentViolations(world),
    ...unreported(alerts),
  ];
}

function ruleViolations({ record }: World, { id, perDay }: (typeof customRules)[number]): string[] {
  const runs = [...record.customRuns.runs.values()].filter(({ automationId }) => automationId === id);
  const slots = runs.map(({ slot }) => Date.parse(`${slot}Z`)).toSorted((left, right) => left - right);
  const everyMs = (ruleTimes.everySeconds ?? 0) * 1000;
  const changed = new Map<string, number[]>();
  for (const { state } of runs)
    for (const { key, actions } of state.settled.values())
      if (actions.some(({ outcome }) => outcome === 'changed'))
        changed.set(key, [...(changed.get(key) ?? []), Date.parse(state.start?.as_of ?? '')]);
  const dayMs = hoursOfDay * (ruleTimes.hourMs ?? 0) - toleranceMs;
  const ofDay = runs.map((run) => {
    const at = Date.parse(run.state.start?.as_of ?? '');
    const within = runs.filter(({ state: { start } }) => isWithin(start?.as_of, at, dayMs));
    return within.reduce((sum, other) => sum + decidedUnits(other).length, 0);
  });
  return [
    ...slots.flatMap((slot, index) =>
      index > 0 && slot - (slots[index - 1] ?? 0) !== everyMs
        ? [`rule ${id} has no slot before ${new Date(slot).toISOString()}`]
        : [],
    ),
    ...(ofDay.every((units) => units <= perDay) ? [] : [`rule ${id} changes ${Math.max(...ofDay)} units in a day`]),
    ...[...changed].flatMap(([key, instants]) => {
      const ordered = instants.toSorted((left, right) => left - right);
      const isTooSoon = ordered.some((at, index) => index > 0 && at - (ordered[index - 1] ?? 0) < cooldownDays * dayMs);
      return isTooSoon ? [`rule ${id} changed ${key} while it cooled down`] : [];
    }),
  ];
}

/** Whether an instant is before another one, by less than some milliseconds. */
function isWithin(instant: string | undefined, at: number, ms: number): boolean {
  const before = at - Date.parse(instant ?? '');
  return before >= 0 && before < ms;
}

function incidentViolations({ record: { alerts }, receivers }: World): string[] {
  const messages = [...alerts.messages];
  const ofChannel = (channelId: string) => messages.filter(([, message]) => message.channelId === channelId);
  const claims = ofChannel(channelIds.slack).reduce((sum, [, message]) => sum + message.claims, 0);
  const sent = ofChannel(channelIds.slack).filter(([, { ends }]) => ends.includes('sent')).length;
  const { length: posted } = receivers.slack;
  return [
    ...[...alerts.turns].flatMap(([unit, turns]) =>
      turns.some(({ kind }, index) => (kind === 'fired') !== (index % 2 === 0))
        ? [`the incidents of ${unit} are not in order`]
        : [],
    ),
    ...messages
      .filter(([, { ends }]) => ends.length !== 1)
      .map(([id, { ends }]) => `message ${id} ended ${ends.length} times`),
    ...(posted > claims ? [`Slack got ${posted} messages of ${claims} claims`] : []),
    ...(posted < sent ? [`Slack got ${posted} messages; ${sent} were recorded as sent`] : []),
    ...receivers.changed.map((id) => `message ${id} came with other bytes`),
    ...ofChannel(channelIds.webhook)
      .filter(([id, { ends }]) => ends.includes('sent') && !receivers.taken.has(id))
      .map(([id]) => `message ${id} was recorded as sent and never was`),
  ];
}

/** Begins and ends of incidents that are not in exactly one message to each channel. */
function unreported({ turns, messages }: World['record']['alerts']): string[] {
  return Object.values(channelIds).flatMap((channelId) => {
    const items = [...messages.values()].flatMap((message) => (message.channelId === channelId ? message.items : []));
    const counts = new Map<string, number>();
    for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
    return [...turns.values()].flat().flatMap(({ id, kind, message }) => {
      const count = counts.get(`${id} ${message}`) ?? 0;
      return count === (message === 'none' ? 0 : 1) ? [] : [`${id} ${kind} is in ${count} messages to ${channelId}`];
    });
  });
}
