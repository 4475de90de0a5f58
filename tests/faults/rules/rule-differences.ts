import { openEventLog, readLog } from '@tapwise/adapters';
import { outcomeOf, ruleOfSource } from '@tapwise/domain';
import { engineAddresses } from '../../../infra/operations/addresses/engine-addresses.ts';
import type { Product } from '../../support/product/product.ts';
import { otherValues, writesBesideTheLog } from '../settings-changes/change-differences.ts';
import { readSettingsChanges } from '../settings-changes/logged-changes.ts';
import { writtenEffects } from '../settings-changes/written-journal.ts';

/** What the slots of rules came to. */
export interface RuleFigures {
  readonly runs: number;
  /** Decisions to raise a bid, of live rules. */
  readonly raises: number;
  /** Decisions without exactly one outcome, and runs that did not end. */
  readonly open: readonly string[];
  /** Units that were raised more than once in a slot, by one rule or several. */
  readonly twice: readonly string[];
  /** Where the log and the ad service disagree. */
  readonly differences: readonly string[];
}

/** Compares what rules decided with how it ended, and the log with what the ad service did. */
export async function compareRules(product: Pick<Product, 'dataDir' | 'simulatorUrl'>): Promise<RuleFigures> {
  const log = openEventLog(engineAddresses({ DATA_DIR: product.dataDir } as never).EVENTSTORE_URL);
  const decided = new Map<string, string>();
  const outcomes = new Map<string, number>();
  const begun = new Set<string>();
  const ended = new Set<string>();
  try {
    await readLog(log, { streamPrefixes: ['automationRun-'] }, (events) => {
      for (const { event } of events) {
        if (event.type === 'AutomationRunStarted') begun.add(event.data.run_id);
        if (event.type === 'AutomationRunEnded') ended.add(event.data.run_id);
        if (event.type === 'BidRaisesDecided') {
          for (const { decision_id, key, verdict } of event.data.decisions)
            if (verdict === 'raised') decided.set(decision_id, `${event.data.slot} ${key}`);
        }
        if (event.type === 'BidRaisesSettled') {
          for (const { decision_id } of event.data.settled)
            outcomes.set(decision_id, (outcomes.get(decision_id) ?? 0) + 1);
        }
      }
    });
    const logged = await readSettingsChanges(log);
    const rows = [...logged.outcomes.values()].flat();
    const raised = new Map<string, number>();
    for (const row of rows) {
      const { actor, key, field } = row.data;
      if (actor.kind !== 'rule' || field !== 'cpt_bid' || outcomeOf(row) !== 'changed') continue;
      const [, , slot] = actor.source?.split('.') ?? [];
      const unit = `${slot ?? ruleOfSource(actor.source)} ${key}`;
      raised.set(unit, (raised.get(unit) ?? 0) + 1);
    }
    const effects = await writtenEffects(product);
    return {
      runs: begun.size,
      raises: decided.size,
      open: [
        ...[...begun].filter((run) => !ended.has(run)).map((run) => `run ${run} did not end`),
        ...[...decided].flatMap(([id, unit]) => {
          const count = outcomes.get(id) ?? 0;
          return count === 1 ? [] : [`${unit}: ${count} outcomes`];
        }),
      ],
      twice: [...raised].flatMap(([unit, count]) => (count === 1 ? [] : [`${unit}: ${count} times`])),
      differences: [...writesBesideTheLog(effects, rows, logged), ...otherValues(effects, logged)],
    };
  } finally {
    await log.close();
  }
}
