import type { pastViewParameter } from '@tapwise/contract/past-view';
import { useLocation, useNavigate } from 'react-router-dom';
import { serverTime } from '../server/http/server-clock.ts';

/** Named here and only checked against the contract: taking the value would ship its schemas. */
const parameter: typeof pastViewParameter = 'as_of';

/** Parameters of a call that can be answered as of a past instant. */
export type AsOfParams = { as_of?: string };

/** Screens whose figures can be seen as of a past instant. Every other one is of now, whatever its address says. */
const pastScreens: ReadonlySet<string> = new Set([
  '/client',
  '/client/reports',
  '/client/charts',
  '/client/keywordscomparison',
  '/client/monthlyreports',
  '/client/inapps',
  '/client/countries',
  '/trial_conversion',
  '/cltv',
]);

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:00(\.000)?)?Z$/;

/** An instant to the minute, as addresses and calls write it: `2026-11-26T09:00Z`. */
export const instantText = (time: number): string => `${new Date(time).toISOString().slice(0, 16)}Z`;

/** Reads an instant that has been; anything else, `2026-02-30T09:00Z` too, counts as not said. */
export function readInstant(text: string | null, now: number): string | null {
  if (text === null || !form.test(text)) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time) || time > now) return null;
  const read = instantText(time);
  return text.startsWith(read.slice(0, -1)) ? read : null;
}

/** The instant an address is about; `null`: now. */
export function instantOf(pathname: string, search: string): string | null {
  if (!search.includes(parameter) || !pastScreens.has(pathname.replace(/\/$/, ''))) return null;
  return readInstant(new URLSearchParams(search).get(parameter), serverTime(Date.now()));
}

/** The past instant the screen is about; `null`: now. */
export function usePastInstant(): string | null {
  const { pathname, search } = useLocation();
  return instantOf(pathname, search);
}

/** A query about another instant, or about now. A colon needs no escape there. */
export function searchAt(query: URLSearchParams | string, instant: string | null): string {
  const params = new URLSearchParams(query);
  params.delete(parameter);
  const searchParts = [params.toString(), ...(instant === null ? [] : [`${parameter}=${instant}`])].filter(Boolean);
  return searchParts.length === 0 ? '' : `?${searchParts.join('&')}`;
}

/** What an address says besides the instant. */
export const withoutInstant = (query: URLSearchParams): string => searchAt(query, null).slice(1);

/** An address of the page, about the same instant where it can be. */
export function addressAt(address: string, instant: string | null): string {
  const [path = address, query = ''] = address.split('?');
  return instant !== null && pastScreens.has(path) ? path + searchAt(query, instant) : address;
}

/** What a call adds to be answered as of an instant. */
export const asOfParams = (instant: string | null): AsOfParams => (instant === null ? {} : { [parameter]: instant });

/** What the name of a file of a past instant says more than one of now: `-as-of-2026-11-26T0900Z`. */
export const fileMark = (instant: string | null): string =>
  instant === null ? '' : `-as-of-${instant.replaceAll(':', '')}`;

/** Shows the screen as of an instant; each is a step of the history. */
export function useGoToInstant(): (instant: string | null) => void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  return (instant) => void navigate({ search: searchAt(search, instant) }, { state: state as unknown });
}
