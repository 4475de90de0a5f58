import type { ClickHouseClient, RecordedEvent } from '@tapwise/adapters';
import { toRecordedEvent } from '../../../../infra/adapters/src/event-log/recorded-event.ts';
import { projections } from '../../../../projections/src/projection-list.ts';
import { insertInto } from '../../../../projections/src/tables/insert-into.ts';
import { type TableRow, tableCatalogue } from '../../../../projections/src/tables/table-catalogue.ts';
import { planInserts } from '../../../../projections/src/writing/runner/insert-plan.ts';
import { isBatch } from '../../../../projections/src/writing/runner/project-entries.ts';
import type { Projection } from '../../../../projections/src/writing/runner/projection.ts';
import { rowOf } from '../engines/ad-market.ts';
import { MemoryTables, openMemoryTables } from '../engines/memory-tables.ts';
import type { Traffic } from '../traffic/traffic.ts';
import type { World } from '../world.ts';
import { creationViolations } from './creation-properties.ts';
import { customRuleViolations } from './custom-rule-properties.ts';
import { erasureViolations } from './erasure-properties.ts';
import { figureViolations } from './figure-properties.ts';
import { ruleViolations } from './rule-properties.ts';
import { webhookViolations } from './webhook-properties.ts';

/** What should not have happened in a run that has ended. */
export async function violationsOf(world: World, traffic: Traffic): Promise<string[]> {
  return [
    ...world.tables.violations,
    ...installViolations(world, traffic),
    ...mailViolations(world, traffic),
    ...changeViolations(world),
    ...webhookViolations(world, traffic),
    ...ruleViolations(world),
    ...creationViolations(world),
    ...customRuleViolations(world),
    ...erasureViolations(world),
    ...figureViolations(world),
    ...(await tableViolations(world)),
  ];
}

/** Each acknowledged install is in the log, and none is there twice. */
function installViolations({ log }: World, { acknowledged }: Traffic): string[] {
  const reported = log.events.filter(({ type }) => type === 'InstallReported').map(({ stream }) => stream);
  const streams = new Set(reported);
  const lost = [...acknowledged].filter((id) => ![...streams].some((stream) => stream.endsWith(`.${id}`)));
  return [
    ...lost.map((id) => `${id} was acknowledged and is not in the log`),
    ...(streams.size === reported.length ? [] : ['an install is in the log twice']),
  ];
}

function mailViolations({ mailbox, log }: World, { mails }: Traffic): string[] {
  const ends = log.events.filter(({ type }) => type === 'MailSent').map(({ stream }) => stream);
  return [
    ...mailbox.violations,
    ...(new Set(ends).size === ends.length ? [] : ['a mail was recorded as sent twice']),
    ...mails
      .filter((id) => ends.includes(`mail-${id}`) && !mailbox.has(id))
      .map((id) => `mail ${id} was recorded as sent and never was`),
  ];
}

/** Each row has one outcome, and the bids are those that the log says were set last. */
function changeViolations({ market, record }: World): string[] {
  const twice = [...record.outcomes].filter(([, outcomes]) => outcomes.length > 1);
  const unwritten = [...record.outcomes.values()]
    .flat()
    .filter(
      ({ type, keywordId, bid }) =>
        type === 'KeywordBidChanged' && !market.writes.some(({ row }) => row === rowOf(keywordId, bid)),
    );
  return [
    ...market.violations,
    ...twice.map(([row, outcomes]) => `row ${row} has ${outcomes.length} outcomes`),
    ...unwritten.map(({ keywordId, bid }) => `the bid ${rowOf(keywordId, bid)} was recorded as set and never was`),
    ...market.keywords.flatMap(({ keywordId: id }) => {
      const ends = [...record.outcomes.values()].flat().filter(({ keywordId }) => keywordId === id);
      const unknown = ends.some(({ type }) => type === 'BidChangeOutcomeLeftUnknown');
      const last = ends
        .filter(({ type }) => type === 'KeywordBidChanged')
        .sort((left, right) => (left.position < right.position ? -1 : 1))
        .at(-1);
      const held = market.bidOf(id);
      return unknown || last === undefined || last.bid === held
        ? []
        : [`keyword ${id} has the bid ${held}; the log says ${last.bid}`];
    }),
  ];
}

/** The rows that count are those that a plain reading of the log makes. */
async function tableViolations({ log, tables }: World): Promise<string[]> {
  const expected = new MemoryTables();
  const client = openMemoryTables(expected);
  for (const stored of log.events) {
    const recorded = toRecordedEvent(stored);
    if (recorded === undefined) continue;
    for (const projection of projections) {
      if (!projection.eventTypes.includes(recorded.event.type)) continue;
      const rows = await rowsOf(client, projection, recorded);
      for (const insert of planInserts(rows, `${projection.name} ${recorded.position}`))
        await insertInto(client, insert);
    }
  }
  return tableCatalogue
    .filter(({ projection }) => projections.some(({ name }) => name === projection))
    .filter(({ name }) => JSON.stringify(tables.current(name)) !== JSON.stringify(expected.current(name)))
    .map(
      ({ name }) =>
        `the table ${name} has ${tables.current(name).length} rows; recomputed, it has ${expected.current(name).length}, or others`,
    );
}

async function rowsOf(
  client: ClickHouseClient,
  projection: Projection,
  recorded: RecordedEvent,
): Promise<readonly TableRow[]> {
  if (isBatch(projection)) return (await projection.projectBatch(client, [recorded])).rows;
  const outcome = projection.project(recorded);
  return outcome.kind === 'rows' ? outcome.rows : [];
}
