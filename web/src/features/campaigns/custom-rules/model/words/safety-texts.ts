import { formatExact } from '../../../../../shared/format/numbers.ts';
import type { EnteredGuards, EnteredSchedule, RuleLevel } from '../../api/entered-rule.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import { safetyWords as words } from '../../messages/safety-words.ts';

/** What a rule has where nothing else was chosen. */
export const usualGuards = {
  maturity: 0.6,
  confidence: 'medium',
  unitsPerRun: 100,
  unitsPerDay: 300,
  maxShare: 0.5,
} as const;

/** What keeps a rule from doing too much, in one sentence. */
export function safetyText(guards: EnteredGuards, level: RuleLevel): string {
  const {
    cooldown_days = null,
    floors = true,
    units_per_run = usualGuards.unitsPerRun,
    max_share = usualGuards.maxShare,
  } = guards;
  const installs = typeof floors === 'object' ? floors.installs : undefined;
  const least = floors === false ? words.noFloors : installs === undefined ? words.floors : words.installs(installs);
  return [
    cooldown_days === null ? words.restsAsLong : words.rests(cooldown_days),
    least,
    words.perRun(ruleWords.units[level](units_per_run)),
    words.asksFirst(formatExact(Math.round(max_share * 1e6) / 1e4)),
    ...(guards.oscillation === 'notify' ? [words.turning] : []),
  ].join(' · ');
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** When a rule runs: 'Monday to Friday at 09:00'. */
export function runsText({ hours = [9], weekdays = [] }: EnteredSchedule): string {
  return `${weekdaysText(weekdays)} ${words.at} ${hours
    .toSorted((left, right) => left - right)
    .map(clock)
    .join(', ')}`;
}

function weekdaysText(weekdays: readonly number[]): string {
  const sorted = weekdays.toSorted((left, right) => left - right).join('');
  if (sorted === '' || sorted === '1234567') return words.everyDay;
  if (sorted === '12345') return words.weekdayRange;
  if (sorted === '67') return words.weekend;
  return weekdays
    .toSorted((left, right) => left - right)
    .map((weekday) => words.weekdayNames[weekday - 1])
    .join(', ');
}
