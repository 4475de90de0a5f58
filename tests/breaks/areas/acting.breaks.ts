import type { Break } from '../break.ts';

/** What is changed at the ad service: once, in order, from where it was read, and only where it may be. */
export const actingBreaks: readonly Break[] = [
  {
    what: 'a setting is written whatever it is by now',
    file: 'domain/src/change/outcomes/decide-row.ts',
    find: 'row.unchecked === true || live.value === row.base ||',
    replace: "row.unchecked === true || live.value !== '' ||",
    specs: ['domain/src/change/change-properties.unit.spec.ts', 'domain/src/change/outcomes/decide-row.unit.spec.ts'],
  },
  {
    what: 'a write that was not answered is sent again after one reading',
    file: 'domain/src/change/outcomes/decide-row.ts',
    find: "return twice && sent < writesAtMost ? 'write' : 'wait';",
    replace: "return (twice || last !== undefined) && sent < writesAtMost ? 'write' : 'wait';",
    specs: ['domain/src/change/change-properties.unit.spec.ts'],
  },
  {
    what: 'keywords whose answer was lost are posted again without a look',
    file: 'workflows/src/create-campaign/steps/keyword-pairs.ts',
    find: 'mine ? pairs.filter(({ position }) => creation.started.has(position)) : pairs;',
    replace: 'mine || pairs.length > 0 ? [] : pairs;',
    specs: ['tests/acting/creating/worked-example.int.spec.ts'],
  },
  {
    what: 'negatives whose answer was lost are posted again without a look',
    file: 'workflows/src/create-campaign/steps/add-negatives.ts',
    find: 'const doubtful = !mine || due.some((index) => creation.negativesStarted.has(index));',
    replace: 'const doubtful = !mine && due.length === 0;',
    specs: ['tests/acting/creating/killed-workers.int.spec.ts'],
  },
  {
    what: 'terms are blocked before keywords come, in a campaign that serves already',
    file: 'domain/src/creation/creation-steps.ts',
    find: 'if (isNew && negatives !== undefined) return negatives;',
    replace: 'if (negatives !== undefined) return negatives;',
    specs: ['domain/src/creation/creation-steps.unit.spec.ts'],
  },
  {
    what: 'percentages are computed in binary floats',
    file: 'domain/src/change/bulk-bids.ts',
    find: 'return Number((2n * BigInt(base) * factor + unit) / (2n * unit)) * least;',
    replace:
      'return unit === 0n ? 0 : Math.round((base / 1e6) * (Number(factor) / Number(whole)) * (1e6 / least)) * least;',
    specs: ['domain/src/change/bulk-bids.unit.spec.ts'],
  },
  {
    what: 'an undo writes over what someone else has set since',
    file: 'domain/src/change/undo.ts',
    find: '...(forced.has(key) ? { unchecked: true as const } : {})',
    replace: '...(forced.has(key) ? {} : {}), unchecked: true as const',
    specs: ['domain/src/change/change-properties.unit.spec.ts'],
  },
  {
    what: 'the offset of a creation is the one that was asked about',
    file: 'api/src/commands/acting/creation/continuation.ts',
    find: 'return answerCreation(acting, reply, now ?? creation);',
    replace: 'return answerCreation(acting, reply, { ...(now ?? creation), offset });',
    specs: ['tests/acting/creating/creation-calls.int.spec.ts'],
  },
  {
    what: 'a guardrail is checked by the page alone',
    file: 'api/src/commands/acting/check-guardrails.ts',
    find: 'return guardedRows(rows, guardrailsOf(target.application), { currency, campaigns: states, budgetsToday, confirmed });',
    replace:
      'return guardedRows([], guardrailsOf(target.application), { currency, campaigns: states, budgetsToday, confirmed }).concat(rows);',
    specs: ['tests/acting/calls.int.spec.ts'],
  },
  {
    what: 'a pull that began before a write shows the value from before it',
    file: 'domain/src/campaign/campaign.decider.ts',
    find: 'if (own === undefined || known === undefined || own.at < began) continue;',
    replace: 'if (own === undefined || known === undefined || own.at >= began || own.at < began) continue;',
    specs: ['domain/src/change/change-properties.unit.spec.ts'],
  },
  {
    what: 'two changes of one setting are under way at once',
    file: 'workflows/src/apply-change/campaign-pass.ts',
    find: '!stopped && beside.has(rowSetting(row))',
    replace: "!stopped && beside.has('') && beside.has(rowSetting(row))",
    specs: ['workflows/src/apply-change/apply-change.int.spec.ts'],
  },
  {
    what: 'a change waits for every row of an earlier one',
    file: 'workflows/src/starter/pending-work.ts',
    find: 'waiting.waits = true;',
    replace: 'waiting.waits = false;',
    specs: ['workflows/src/starter/pending-work.unit.spec.ts'],
  },
  {
    what: 'all organizations share the five requests at a time',
    file: 'infra/adapters/src/apple/search-ads/limiter.ts',
    find: 'const lane = laneOf(key);',
    replace: "const lane = laneOf('');",
    specs: ['tests/acting/organizations.int.spec.ts'],
  },
  {
    what: 'a file of the history holds as few rows of a creation as the screen',
    file: 'projections/src/reading/changes/ask-changes.ts',
    find: 'most_of_creation: unlimited }',
    replace: 'most_of_creation: mostOfCreation }',
    specs: ['projections/src/reading/changes/changes-parts.int.spec.ts'],
  },
  {
    what: 'two settings of one object that are set at once forget each other',
    file: 'domain/src/change/outcomes/row-events.ts',
    find: 'if (later.length > 0) state =',
    replace: 'if (later.length < 0) state =',
    specs: ['domain/src/change/outcomes/row-events.unit.spec.ts'],
  },
];
