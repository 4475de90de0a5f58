import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventCatalogue } from '../event-catalogue.ts';
import { changesOnParse } from './changes-on-parse.ts';

describe('a schema', () => {
  it.each([
    [
      'plain fields',
      z.object({ a: z.string().min(1).max(5), b: z.number().int().nullable(), c: z.enum(['x']).optional() }),
    ],
    [
      'lists and maps of them',
      z.object({ a: z.array(z.object({ b: z.boolean() })), c: z.record(z.string(), z.number()) }),
    ],
    ['alternatives', z.union([z.object({ a: z.literal(1) }), z.null()])],
    ['formats', z.object({ a: z.iso.datetime(), b: z.email(), c: z.string().regex(/^a/) })],
  ])('that only checks leaves data as they are: %s', (_what, schema) => {
    expect(changesOnParse(schema)).toBe(false);
  });

  it.each([
    ['a default', z.object({ a: z.string().default('x') })],
    ['a default deep inside', z.object({ a: z.array(z.object({ b: z.number().default(0) }).nullable()) })],
    ['a transformation', z.object({ a: z.string().transform((text) => text.length) })],
    ['trimming', z.object({ a: z.string().trim() })],
    ['a coercion', z.object({ a: z.coerce.number() })],
    ['a fallback', z.object({ a: z.string().catch('x') })],
    ['what is not known here', z.object({ a: z.date() })],
  ])('with %s changes them', (_what, schema) => {
    expect(changesOnParse(schema)).toBe(true);
  });

  it('of nearly every event only checks, so that events are not checked again when they are read', () => {
    const changing = eventCatalogue.filter(({ schema }) => changesOnParse(schema)).map(({ type }) => type);
    // Custom rules are kept in the form that fills in what is absent; there are few of them.
    expect(changing).toEqual(['StoreRequestReceived', 'CustomRuleCreated', 'CustomRuleChanged']);
  });
});
