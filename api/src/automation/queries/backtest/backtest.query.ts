import { uuidV5 } from '@tapwise/adapters';
import {
  anyBacktestBodySchema,
  anyBacktestResponseSchema,
  automationPaths,
  type BacktestResponse,
} from '@tapwise/contract/automation';
import {
  DomainError,
  decisionSpace,
  displayedInputs,
  type LinkedOrganization,
  ruleInOrganization,
} from '@tapwise/domain';
import { type ApiServer, ruleBodyLimit } from '../../../http/api-server.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { todayOf } from '../../../reports/report-scope.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { customBacktest } from '../../custom/backtest/custom-backtest.ts';
import { customTrial } from '../../custom/trials/tried-rule.ts';
import { boundsOf, readRange, refused, requirePast } from '../../past/past-range.ts';
import { olderRunsText, startsLater } from '../../past/runs-kept.ts';
import { amount, verdictResponse } from '../../verdict-response.ts';
import { type RequestedRule, ruleOrDraft } from '../rule-or-draft.ts';
import { evaluateRuns, evaluateSlots } from './evaluate-past.ts';
import type { LaterFigures } from './later-figures.ts';
import type { EvaluatedSlot } from './past-slots.ts';

/**
 * `POST /api/asa/automated_campaigns/backtest`: what a rule or a draft of one would have decided on past days, on what was known then;
 * nothing is recorded or sent. It ends when the caller goes away.
 */
export function backtestRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.post(
    automationPaths.backtest,
    {
      schema: { body: anyBacktestBodySchema, response: { 200: anyBacktestResponseSchema } },
      config: { right: 'act' },
      bodyLimit: ruleBodyLimit,
    },
    (request) =>
      app.trialLimit(request, async () => {
        const { from, to, as_it_ran: asItRan = false, ...body } = request.body;
        const range = readRange(from, to);
        const trial = await customTrial(settingsContext, sessionOf(request), body);
        if (trial !== undefined) {
          return await customBacktest(settingsContext, { ...trial, range, asItRan, signal: request.signal });
        }
        if (body.automation_type === 'custom') throw new DomainError('internal');
        const requested = await ruleOrDraft(settingsContext, sessionOf(request), body, Date.parse(from));
        if (asItRan && requested.draft) throw refused('as_it_ran', 'A draft has not run');
        const slots: BacktestResponse['slots'] = [];
        const later: BacktestResponse['later'] = [];
        let leavesOutRuns = false;
        const { runs } = settingsContext.automations.state;
        for (const organization of organizationsOf(requested, asItRan)) {
          const ran = runs.get(ruleInOrganization(requested.rule.automation_id, organization.org_id)) ?? [];
          if (asItRan) leavesOutRuns ||= startsLater(ran, boundsOf(range, organization.time_zone).after);
          requirePast(range, todayOf(settingsContext.deps, organization.time_zone));
          const question = { requested, organization, ...range, signal: request.signal };
          const evaluated = await (asItRan ? evaluateRuns : evaluateSlots)(settingsContext, question);
          for (const slot of evaluated.slots) addSlot(slots, slot, requested);
          for (const laterFigures of evaluated.later) later.push(laterResponse(laterFigures));
        }
        slots.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
        return {
          status: 'ok' as const,
          slots,
          later,
          notes: [...notesOf(requested, asItRan, slots), ...(leavesOutRuns ? [olderRunsText] : [])],
        };
      }),
  );
}

/** As it ran, a rule may have had other organizations than now. */
const organizationsOf = ({ rule, application }: RequestedRule, asItRan: boolean): readonly LinkedOrganization[] =>
  application.organizations.filter(({ org_id }) => asItRan || (rule.apply_to[org_id] ?? []).length > 0);

/** Slots of several organizations with one name are one. */
function addSlot(
  slots: BacktestResponse['slots'],
  { slot, at, asRecorded, verdicts }: EvaluatedSlot,
  { rule }: RequestedRule,
): void {
  const verdictResponses = verdicts.map((verdict) =>
    verdictResponse(verdict, uuidV5(decisionSpace, `${rule.automation_id} ${slot} ${verdict.key}`), undefined),
  );
  const same = slots.find((candidate) => candidate.slot === slot);
  if (same === undefined) {
    slots.push({ slot, at: new Date(at).toISOString(), as_known: asRecorded, verdicts: verdictResponses });
    return;
  }
  same.as_known &&= asRecorded;
  same.verdicts.push(...verdictResponses);
}

const laterResponse = ({ key, keyword, slot, raises, bidThen, bidNow, from, figures }: LaterFigures) => {
  const { impression_share: _, ...inputs } = displayedInputs({ ...figures, impression_share: null });
  return { key, keyword, slot, raises, bid_then: amount(bidThen), bid_now: amount(bidNow), from, inputs };
};

function notesOf({ rule }: RequestedRule, asItRan: boolean, slots: BacktestResponse['slots']): string[] {
  const shares = rule.params.impression_share_cap !== null && !asItRan;
  return [
    'No response of the market is simulated: raises do not add up, and nothing is said about what would have been earned.',
    ...(asItRan ? [] : ['Each slot is decided on the bid there really was.']),
    ...(slots.every(({ as_known }) => as_known)
      ? []
      : [
          'Days before the first pull are known only in their final form; their slots are marked as not as known then.',
        ]),
    ...(shares ? ['Impression shares of the past are not kept by slot: the cap on them is taken as not reached.'] : []),
  ];
}
