import type { AlertDryRunResponse } from '@tapwise/contract/alerts';
import {
  dayInZone,
  dayMs,
  evaluateOwnAlert,
  type LinkedOrganization,
  type OpenApplication,
  type OwnAlertRule,
  pastEpisodes,
  scheduleClock,
  slotsBetween,
} from '@tapwise/domain';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { evaluateNow, organizationsOf } from '../../custom/trials/evaluate-now.ts';

interface PastQuestion {
  readonly draft: OwnAlertRule;
  /** Evaluations in a row. */
  readonly patience: { readonly for: number; readonly clear: number };
  /** Milliseconds. */
  readonly asOf: number;
}

const daysBack = 30;
const mostEpisodes = 200;
/** Of many units, or while much else is done, not all days can be evaluated while a person waits. */
const longestMs = 2500;

/** Incidents that a draft of an alert would have had: of one evaluation a day, by the figures and settings that are known now. */
export async function readPastEpisodes(
  settingsContext: SettingsContext,
  application: OpenApplication,
  { draft, patience, asOf }: PastQuestion,
): Promise<Pick<AlertDryRunResponse, 'episodes' | 'warnings'>> {
  const until = performance.now() + longestMs;
  const episodes: AlertDryRunResponse['episodes'] = [];
  let daysRead = daysBack;
  for (const organization of organizationsOf(application, draft.apply_to)) {
    const instants = instantsOf(draft, organization, asOf);
    const newestFirst = [];
    for (const at of instants.toReversed()) {
      if (performance.now() > until) break;
      newestFirst.push(await evaluationAt(settingsContext, application, organization, draft, at));
    }
    if (newestFirst.length < instants.length) daysRead = Math.min(daysRead, newestFirst.length);
    episodes.push(
      ...pastEpisodes(newestFirst.toReversed(), inDays(draft, patience)).map(({ key, name, from, to }) => ({
        key,
        name,
        from: new Date(from).toISOString(),
        to: to === null ? null : new Date(to).toISOString(),
      })),
    );
  }
  const bounded =
    daysRead < daysBack
      ? [`Past incidents are those of the last ${daysRead === 1 ? 'day' : `${daysRead} days`} only: more take too long`]
      : [];
  return newestEpisodes(episodes, [pastWarning, ...bounded]);
}

/** What an answer holds of the incidents, with a warning where that is not all. */
export function newestEpisodes(
  episodes: AlertDryRunResponse['episodes'],
  warnings: readonly string[],
): Pick<AlertDryRunResponse, 'episodes' | 'warnings'> {
  const newestFirst = episodes.toSorted((left, right) =>
    left.from < right.from ? 1 : left.from > right.from ? -1 : 0,
  );
  const cut =
    episodes.length > mostEpisodes ? [`Of ${episodes.length} past incidents these are the ${mostEpisodes} newest`] : [];
  return { episodes: newestFirst.slice(0, mostEpisodes), warnings: [...warnings, ...cut] };
}

const pastWarning = 'Past incidents are of one evaluation a day, by the figures and settings that are known now';

/** The last slot of each of the days before. */
function instantsOf({ rule }: OwnAlertRule, { time_zone: zone }: LinkedOrganization, asOf: number): number[] {
  const byDay = new Map<string, number>();
  for (const { at } of slotsBetween(scheduleClock(rule.schedule, zone, undefined), asOf - daysBack * dayMs, asOf))
    byDay.set(dayInZone(at, zone), at);
  return [...byDay.values()];
}

/** Of several evaluations a day one is left, so that fewer in a row say the same. */
function inDays({ rule }: OwnAlertRule, { for: repeats, clear }: PastQuestion['patience']) {
  const aDay = new Set(rule.schedule.hours).size;
  return { for: Math.ceil(repeats / aDay), clear: Math.ceil(clear / aDay) };
}

async function evaluationAt(
  settingsContext: SettingsContext,
  application: OpenApplication,
  organization: LinkedOrganization,
  draft: OwnAlertRule,
  at: number,
) {
  const trial = { ...draft, stored: null };
  const { data } = await evaluateNow(settingsContext, trial, { application, organization }, at);
  const question = { name: '', rule: draft.rule, orgId: organization.org_id, whole: application.name };
  const { units } = evaluateOwnAlert(question, data);
  return { at, units };
}
