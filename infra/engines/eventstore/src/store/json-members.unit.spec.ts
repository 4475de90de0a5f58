import { describe, expect, it } from 'vitest';
import { joinJsonMembers, jsonMembers } from './json-members.ts';

describe('the members of a JSON object', () => {
  it('keep the text of their values, so that large integers are not rounded', () => {
    const members = jsonMembers(' { "$tb" : 9223372036854775807 , "a":{"b":[1,{"c":2}]},"d":"x,\\"}:{" } ');
    expect(Object.fromEntries(members ?? [])).toEqual({
      $tb: '9223372036854775807',
      a: '{"b":[1,{"c":2}]}',
      d: '"x,\\"}:{"',
    });
  });

  it('join to the same object again', () => {
    const text = '{"a,b":[true,null],"q\\"":"\\\\","n":-1.5e3}';
    expect(JSON.parse(joinJsonMembers(jsonMembers(text) ?? new Map()))).toEqual(JSON.parse(text));
  });

  it('are none for an empty object and undefined for anything else', () => {
    expect(jsonMembers('{}')?.size).toBe(0);
    for (const text of ['[1]', '"a"', '1', 'null', '{', '']) expect(jsonMembers(text)).toBeUndefined();
  });
});
