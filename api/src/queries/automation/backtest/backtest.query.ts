import { uuidV5 } from '@tapwise/adapters';
import {
  automationPaths,
  type BacktestAnswer,
  backtestAnswerSchema,
  backtestBodySchema,
} from '@tapwise/contract/automation';
import {
  addDays,
  type Day,
  DomainError,
  decisionSpace,
  isDay,
  type LinkedOrganization,
  shownInputs,
} from '@tapwise/domain';
import type { Acting } from '../../../commands/acting/acting.ts';
import { amount, shownVerdict } from '../../../commands/acting/automation/shown-verdict.ts';
import type { ApiServer } from '../../../plugins/api-server.ts';
import { sessionOf } from '../../../plugins/rights.plugin.ts';
import { todayOf } from '../../reports/report-scope.ts';
import { type AskedRule, ruleOrDraft } from '../rule-or-draft.ts';
import { evaluateRuns, evaluateSlots } from './evaluate-past.ts';
import type { LaterFigures } from './later-figures.ts';
import type { EvaluatedSlot } from './past-slots.ts';

const mostDays = 90;

/**
 * `POST /api/asa/automated_campaigns/backtest`: what a rule or a draft of one would have decided on past days, on what was known then;
 * nothing is recorded or sent. It ends when the caller goes away.
 */
export function backtestRoute(app: ApiServer, acting: Acting): void {
  app.post(
    automationPaths.backtest,
    { schema: { body: backtestBodySchema, response: { 200: backtestAnswerSchema } }, config: { right: 'act' } },
    async (request) => {
      const { from, to, as_it_ran: asItRan = false, ...body } = request.body;
      const range = readRange(from, to);
      const asked = await ruleOrDraft(acting, sessionOf(request), body, Date.parse(from));
      if (asItRan && asked.draft) throw refused('as_it_ran', 'A draft has not run');
      const slots: BacktestAnswer['slots'] = [];
      const later: BacktestAnswer['later'] = [];
      for (const organization of organizationsOf(asked, asItRan)) {
        requirePast(range, todayOf(acting.deps, organization.time_zone));
        const question = { asked, organization, ...range, signal: request.signal };
        const evaluated = await (asItRan ? evaluateRuns : evaluateSlots)(acting, question);
        for (const each of evaluated.slots) addSlot(slots, each, asked);
        for (const each of evaluated.later) later.push(shownLater(each));
      }
      slots.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
      return { status: 'ok' as const, slots, later, notes: notesOf(asked, asItRan, slots) };
    },
  );
}

/** As it ran, a rule may have had other organizations than now. */
const organizationsOf = ({ rule, application }: AskedRule, asItRan: boolean): readonly LinkedOrganization[] =>
  application.organizations.filter(({ org_id }) => asItRan || (rule.apply_to[org_id] ?? []).length > 0);

/** Slots of several organizations with one name are one. */
function addSlot(
  slots: BacktestAnswer['slots'],
  { slot, at, asKnown, verdicts }: EvaluatedSlot,
  { rule }: AskedRule,
): void {
  const shown = verdicts.map((verdict) =>
    shownVerdict(verdict, uuidV5(decisionSpace, `${rule.automation_id} ${slot} ${verdict.key}`), undefined),
  );
  const same = slots.find((each) => each.slot === slot);
  if (same === undefined) {
    slots.push({ slot, at: new Date(at).toISOString(), as_known: asKnown, verdicts: shown });
    return;
  }
  same.as_known &&= asKnown;
  same.verdicts.push(...shown);
}

const shownLater = ({ key, keyword, slot, raises, bidThen, bidNow, from, figures }: LaterFigures) => {
  const { impression_share: _, ...inputs } = shownInputs({ ...figures, impression_share: null });
  return { key, keyword, slot, raises, bid_then: amount(bidThen), bid_now: amount(bidNow), from, inputs };
};

function notesOf({ rule }: AskedRule, asItRan: boolean, slots: BacktestAnswer['slots']): string[] {
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

function readRange(from: string, to: string): { from: Day; to: Day } {
  if (!isDay(from)) throw refused('from', 'from must be a day, YYYY-MM-DD.');
  if (!isDay(to)) throw refused('to', 'to must be a day, YYYY-MM-DD.');
  if (from > to) throw refused('from', 'from must not be after to.');
  if (to > addDays(from, mostDays - 1)) throw refused('to', `At most ${mostDays} days can be tested`);
  return { from, to };
}

function requirePast({ to }: { to: Day }, today: Day): void {
  // Callers in another zone may be a day ahead.
  if (to > addDays(today, 1)) throw refused('to', 'to lies in the future.');
}

const refused = (field: string, message: string): DomainError =>
  new DomainError('invalid_request', { message, details: { field } });
