import type { Break } from '../break.ts';

const evaluation = 'domain/src/campaigns/automation/evaluation';
const unreadFigures = 'tests/contexts/automation/unread-figures.int.spec.ts';
const ruleFigures = 'projections/src/reading/automation/rule-figures.int.spec.ts';

/** What rules decide and when, and what customers' servers are sent. */
export const rulesBreaks: readonly Break[] = [
  {
    what: 'a latch is dropped when its number is restated downwards',
    file: `${evaluation}/evaluate.ts`,
    find: "if (condition?.kind === 'completed') return",
    replace:
      "if (condition?.kind === 'completed' && caps.some(({ cap, reached }) => cap === condition.cap && reached)) return",
    specs: [`${evaluation}/evaluate.unit.spec.ts`, `${evaluation}/rule-properties.unit.spec.ts`],
  },
  {
    what: 'a cap on a count is passed, not reached',
    file: `${evaluation}/caps.ts`,
    find: 'return impressions >= limit;',
    replace: 'return impressions > limit;',
    specs: [`${evaluation}/evaluate.unit.spec.ts`],
  },
  {
    what: 'a cap on a ratio is passed, not reached',
    file: `${evaluation}/caps.ts`,
    find: 'return BigInt(spend) >= BigInt(limit) * BigInt(Math.max(installs, 1));',
    replace: 'return BigInt(spend) > BigInt(limit) * BigInt(Math.max(installs, 1));',
    specs: [`${evaluation}/evaluate.unit.spec.ts`],
  },
  {
    what: 'a slot is an hour in UTC',
    file: 'domain/src/campaigns/automation/rule/slots.ts',
    find: ':00`, zone) };',
    replace: ":00`, zone && 'UTC') };",
    specs: ['domain/src/campaigns/automation/rule/slots.unit.spec.ts'],
  },
  {
    what: 'a late slot is made up however late it is',
    file: 'domain/src/campaigns/automation/rule/slots.ts',
    find: 'if (newest === undefined || now - newest.at > slotGraceMs(clock))',
    replace: 'if (newest === undefined)',
    specs: ['domain/src/campaigns/automation/rule/slots.unit.spec.ts'],
  },
  {
    what: 'a run that is under way is left for a newer slot',
    file: 'domain/src/campaigns/automation/run/next-run.ts',
    find: "if (open !== undefined) return { kind: 'open', run: open };",
    replace: "if (open !== undefined && open.slot === '') return { kind: 'open', run: open };",
    specs: ['domain/src/campaigns/automation/run/next-run.unit.spec.ts'],
  },
  {
    what: 'a process that is about to end does not hear that it is woken',
    file: 'workflows/src/campaigns/run-automation/run-automation.story.ts',
    find: 'else if (!(await untilWoken(0))) return;',
    replace: 'else return;',
    specs: ['workflows/src/campaigns/run-automation/run-automation.story.unit.spec.ts'],
  },
  {
    what: 'a standing process for which something is new is only started',
    file: 'workflows/src/start/keep-standing.ts',
    find: 'await process.wake(runner);\n    notified.set(',
    replace: 'await process.start(runner);\n    notified.set(',
    specs: ['workflows/src/start/keep-standing.unit.spec.ts'],
  },
  {
    what: "a keyword with a bid is raised from its ad group's default",
    file: `${evaluation}/rule-units.ts`,
    find: 'bid: base ?? group?.default_bid_micros ?? null,',
    replace: 'bid: group?.default_bid_micros ?? base ?? null,',
    specs: [`${evaluation}/bid-trail.unit.spec.ts`],
  },
  {
    what: 'two rules raise one unit in one slot',
    file: `${evaluation}/conditions.ts`,
    find: 'return unit.raisedBy === null ? undefined :',
    replace: 'return unit.raisedBy !== undefined ? undefined :',
    specs: [`${evaluation}/rule-properties.unit.spec.ts`],
  },
  {
    what: 'proceeds are at the rate of today',
    file: 'domain/src/applications/webhook/proceeds/fact-proceeds.ts',
    find: 'await ratesOf(charge.purchased_at, charge.currency)',
    replace: 'await ratesOf(new Date().toISOString(), charge.currency)',
    specs: ['domain/src/applications/webhook/proceeds/fact-proceeds.unit.spec.ts'],
  },
  {
    what: 'a refund is calculated again, not from what was sent for its charge',
    file: 'domain/src/applications/webhook/proceeds/fact-proceeds.ts',
    find: 'await sources.sentFor(charge);',
    replace: 'undefined;',
    specs: ['domain/src/applications/webhook/proceeds/fact-proceeds.unit.spec.ts'],
  },
  {
    what: 'a body is made again for the next attempt',
    file: 'workflows/src/users/deliver-webhooks/ready-deliveries.ts',
    find: 'if (sequence !== undefined) return void again.push({ open, endpoint, sequence });',
    replace: `if (sequence !== undefined) {
        const second = await prepareWebhook(context, application, open.delivery, context.now());
        if (second.kind !== 'ready') return void again.push({ open, endpoint, sequence });
        return void ready.push({ open, endpoint, sequence, body: Buffer.from(second.body), headers: {} });
      }`,
    specs: ['workflows/src/users/deliver-webhooks/deliver-webhooks.int.spec.ts'],
  },
  {
    what: 'a secret is compared up to its first difference',
    file: 'infra/adapters/src/secrets/same-secret.ts',
    find: 'timingSafeEqual(digest(candidate), digest(expected));',
    replace: 'candidate === expected;',
    specs: ['infra/adapters/src/secrets/same-secret.unit.spec.ts'],
  },
  {
    what: 'a redirect is followed',
    file: 'infra/adapters/src/webhooks/outbound-client.ts',
    find: 'open.dispatch({ origin,',
    replace: `void import('undici').then(({ interceptors }) =>
          open.compose(interceptors.redirect({ maxRedirections: 3 })).dispatch({ origin, path: address.pathname, method: 'POST', body, headers }, answered),
        );
        ((..._all: unknown[]) => undefined)({ origin,`,
    specs: ['infra/adapters/src/webhooks/outbound-client.int.spec.ts'],
  },
  {
    what: "an observation of a sent bid is taken for Apple's",
    file: `${evaluation}/trail-changes.ts`,
    find: 'to === bid && observedAt >= sentAt',
    replace: 'to !== bid && observedAt >= sentAt',
    specs: ['domain/src/campaigns/automation/evaluation/bid-trail.unit.spec.ts'],
  },
  {
    what: 'what a pull saw before a row was sent is taken for that row',
    file: `${evaluation}/trail-changes.ts`,
    find: 'to === bid && observedAt >= sentAt',
    replace: "to === bid && observedAt >= ''",
    specs: ['domain/src/campaigns/automation/evaluation/bid-trail.unit.spec.ts'],
  },
  {
    what: 'a bid that was lowered again before its row had ended is not that of the row',
    file: 'domain/src/campaigns/automation/evaluation/trail-changes.ts',
    find: 'if (index !== openIndex) return',
    replace: 'if (index !== openIndex && !isLast) return trail;\n    if (index !== openIndex) return',
    specs: ['domain/src/campaigns/automation/evaluation/bid-trail.unit.spec.ts'],
  },
  {
    what: 'a conflict after an unanswered call releases nothing',
    file: 'domain/src/campaigns/automation/evaluation/bid-trail.ts',
    find: 'lower ? loweredAfter : undefined',
    replace: 'undefined',
    specs: ['domain/src/campaigns/automation/evaluation/bid-trail.unit.spec.ts'],
  },
  {
    what: 'runs and dry runs do not read raises that are under way',
    file: 'projections/src/reading/automation/rule-sources.ts',
    find: 'withOpenBids(state, open)',
    replace: 'withOpenBids(state, open.slice(0, 0))',
    specs: ['tests/contexts/automation/rules.int.spec.ts'],
  },
  {
    what: 'a rule whose caps only hold bids for a while is made without a warning',
    file: 'domain/src/campaigns/automation/rule/read-params.ts',
    find: 'isLatch(cap, window)) ? undefined',
    replace: 'isLatch(cap, window) || cap.length > 0) ? undefined',
    specs: ['domain/src/campaigns/automation/rule/read-params.unit.spec.ts'],
  },
  {
    what: 'a run by hand does not wait for the one that is under way',
    file: 'domain/src/campaigns/automation/run/run-by-hand.ts',
    find: "if (runs.some(({ state }) => state === 'running')) {",
    replace: "if (runs.some(({ state }) => state === 'missed')) {",
    specs: ['domain/src/campaigns/automation/run/run-by-hand.unit.spec.ts'],
  },
  {
    what: 'figures that could not be read are 0 to rules',
    file: 'projections/src/reading/automation/rule-figures.queries.ts',
    find: 'groupBitOr(unread) AS lost',
    replace: 'bitAnd(groupBitOr(unread), 0) AS lost',
    specs: [unreadFigures, ruleFigures],
  },
  {
    what: 'figures that could not be read are 0 to back-tests',
    file: 'domain/src/campaigns/automation/backtest/past-figures.ts',
    find: 'if (row.unread.length > 0 || row.foreign !== undefined) rows.set(key, row);',
    replace: 'if (row.foreign !== undefined) rows.set(key, row);',
    specs: [unreadFigures, 'domain/src/campaigns/automation/backtest/past-figures.unit.spec.ts'],
  },
  {
    what: "spend in another currency is the organization's to rules",
    file: 'projections/src/reading/automation/rule-figures.queries.ts',
    find: "const isForeign = '(spend_micros != 0 AND currency != {currency:String})';",
    replace: "const isForeign = '(spend_micros != 0 AND currency = {currency:String} AND 1 = 0)';",
    specs: [unreadFigures, ruleFigures],
  },
  {
    what: 'a back-test of a run converts at the rates of now',
    file: 'api/src/automation/queries/backtest/evaluate-past.ts',
    find: 'rateOf: recordedRates(start),',
    replace: 'rateOf: recordedRates(start) && (await readSpendRates(deps.tables, start.currency)).rateOf,',
    specs: [unreadFigures],
  },
  {
    what: 'what reaches a cap only without an unknown count of taps has reached it',
    file: `${evaluation}/caps.ts`,
    find: 'return isReached(cap, limit, inputs, 0) ? isDivisorPartial : partial.includes(sum);',
    replace: 'return isReached(cap, limit, inputs, 0) ? isDivisorPartial && false : partial.includes(sum);',
    specs: [`${evaluation}/partial-figures.unit.spec.ts`],
  },
  {
    what: 'a bid is raised although what its campaign spent today is not known',
    file: `${evaluation}/missing-data.ts`,
    find: 'if (campaign.dailyBudget !== null && campaign.isSpentTodayPartial) return budgetText;',
    replace: 'if (campaign.dailyBudget === 0 && campaign.isSpentTodayPartial) return budgetText;',
    specs: [`${evaluation}/partial-figures.unit.spec.ts`],
  },
  {
    what: 'a hidden search term whose impressions could not be read had 0',
    file: 'domain/src/campaigns/search-term-decision/terms-to-hide.ts',
    find: 'return [impressions === null || isPartial ? identity : { ...identity, impressions }];',
    replace: 'return [{ ...identity, impressions: isPartial ? 0 : (impressions ?? 0) }];',
    specs: ['domain/src/campaigns/search-term-decision/terms-to-hide.unit.spec.ts'],
  },
  {
    what: 'impressions that were not known when a term was hidden have doubled',
    file: 'domain/src/campaigns/search-term-decision/displayed-terms.ts',
    find: 'return impressions === null || hidden.impressions === null ||',
    replace: 'return impressions === null || (hidden.impressions ?? 0) < 0 ||',
    specs: ['domain/src/campaigns/search-term-decision/term-decision.unit.spec.ts', unreadFigures],
  },
  {
    what: 'a filter takes impressions that could not be read for few or many',
    file: 'domain/src/campaigns/search-term-decision/term-rows.ts',
    find: 'unread.has(name) ? null : row[name];',
    replace: 'unread.has(name) ? 0 : row[name];',
    specs: ['domain/src/campaigns/automation/filter/filter-terms.unit.spec.ts'],
  },
  {
    what: 'the end of the change of a rule does not wake the rule',
    file: 'workflows/src/campaigns/apply-change/apply-change.requests.ts',
    find: 'wakesAtEnd: ruleWake(event.data),',
    replace: '',
    specs: ['workflows/src/campaigns/apply-change/apply-change.requests.unit.spec.ts'],
  },
  {
    what: 'a change waits its pause out when Stop all is released',
    file: 'workflows/src/campaigns/apply-change/campaign-pass.ts',
    find: 'else for (const { progress } of open) release(progress);',
    replace: '',
    specs: ['workflows/src/campaigns/apply-change/apply-change.int.spec.ts'],
  },
];
