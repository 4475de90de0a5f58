import { addDays, type Day, dayInZone } from '@tapwise/domain';
import type { FiguredUnit } from '../rule-figures.ts';
import { furthestShift, scopeKey, type UserDays } from '../window-ranges.ts';
import { type PeopleByDay, peopleByDay } from './people-sums.queries.ts';
import { isObject, objectKey, SumColumns, type SummedLevel } from './sum-columns.ts';
import type { SumsQuestion } from './sums-question.ts';

/**
 * Users of each object by day of their first launch, where a rule asks for mature days; otherwise none.
 * @returns by key of a unit or a parent, and of all units together; empty where the history says too little.
 * @throws the engine's error.
 */
export async function readUserDays(
  question: Omit<SumsQuestion, 'columns'>,
  units: readonly FiguredUnit[],
  runDay: Day | null,
): Promise<Map<string, UserDays>> {
  const { plan, maturity, context } = question;
  const lengths = plan.windows.flatMap(({ window }) => (window.kind === 'mature' ? [window.days] : []));
  const users = new Map<string, UserDays>();
  if (lengths.length === 0 || runDay === null || maturity.length === 0) return users;
  const days = daysUpTo(runDay, furthestShift + Math.max(...lengths));
  const columns = new SumColumns(context.scope.timeZone);
  for (const day of days) columns.add({ from: day, to: day });
  const levels: SummedLevel[] =
    plan.unitLevel === null ? plan.parentLevels.slice() : [plan.unitLevel, ...plan.parentLevels];
  const rows = await Promise.all(levels.map((level) => askLevel(question, level, columns)));
  for (const [key, byDay] of rows.flat()) users.set(key, byDay);
  users.set(scopeKey, addedUp(units.flatMap(({ key }) => users.get(key) ?? [])));
  return users;
}

const daysUpTo = (last: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(last, index + 1 - count));

async function askLevel(
  { context, factParams, maturity }: Omit<SumsQuestion, 'columns'>,
  level: SummedLevel,
  columns: SumColumns,
): Promise<[string, UserDays][]> {
  const { client, scope, signal } = context;
  const params = { ...factParams(level, columns.ranges), ...columns.values, summed_by: level, maturity: [...maturity] };
  const rows = await peopleByDay(client, { ...params, edges_ms: columns.values.column_start_ms }, signal);
  return rows.flatMap((row): [string, UserDays][] =>
    isObject(row, level) ? [[objectKey(row, level), userDays(row, scope.timeZone)]] : [],
  );
}

function userDays({ by_day: [starts, users, shares] }: PeopleByDay, zone: string): UserDays {
  return new Map(
    starts.map((start, index) => [dayInZone(start, zone), { users: users[index] ?? 0, share: shares[index] ?? 0 }]),
  );
}

function addedUp(objects: readonly UserDays[]): UserDays {
  const sums = new Map<Day, { users: number; share: number }>();
  for (const byDay of objects) {
    for (const [day, { users, share }] of byDay) {
      const sum = sums.get(day) ?? { users: 0, share: 0 };
      sums.set(day, { users: sum.users + users, share: sum.share + share });
    }
  }
  return sums;
}
