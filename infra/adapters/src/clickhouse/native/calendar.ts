import { dayMs, dayNumber, isDay } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';

/** The same few days come again and again in one batch. */
const cachedDays = new LRUCache<string, number>({ max: 2000 });

/** Days since 1970 of a calendar day that exists, in the form `2026-02-28`; NaN for every other text. */
export function parseDay(text: string): number {
  const cached = cachedDays.get(text);
  if (cached !== undefined) return cached;
  if (!isDay(text)) return Number.NaN;
  const number = dayNumber(text);
  cachedDays.set(text, number);
  return number;
}

const DAY_LENGTH = '2026-02-28'.length;
const INSTANT = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Milliseconds since 1970 of an instant in any form of ISO 8601; NaN for every other text. */
export function parseInstant(text: string): number {
  if (!INSTANT.test(text)) return Date.parse(text);
  const digits = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;
  const seconds = digits(11) * 3600 + digits(14) * 60 + digits(17);
  const millis = (text.charCodeAt(20) - 48) * 100 + digits(21);
  return parseDay(text.slice(0, DAY_LENGTH)) * dayMs + seconds * 1000 + millis;
}
