import type { AlertEpisode, MessageItem } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { alertWords, type MessageEpisode, webhookBody } from './alert-words.ts';

const firedAt = Date.parse('2026-11-23T12:00:00.000Z');

/** An incident of an alert with many others, as a message names it. */
function named(index: number, kind: MessageItem['kind'] = 'fired'): MessageEpisode {
  const episode: AlertEpisode = {
    episode_id: `e${index}`,
    alert_id: 101,
    application_id: 3,
    key: `${index}`,
    name: `Keyword ${index}`,
    org_id: 40,
    alert_name: 'CPA',
    severity: 'normal',
    slot: '',
    value: null,
    limit: null,
    unit: null,
    currency: null,
    window: null,
    spend: 0,
    text: `CPA of ${index}`,
    text_without_amounts: 'CPA',
    before: [],
    changes: 1,
    changesSince: firedAt,
    firedAt,
    firing: 'fired',
    recoveredAt: null,
    recovery: 'recovered',
    closedAt: null,
    acknowledged: null,
  };
  return { episode, item: { episode_id: `e${index}`, kind, number: 1 }, counted: 19_000 };
}

const thousand = (kind?: MessageItem['kind']) => Array.from({ length: 1000 }, (_, index) => named(index, kind));
const context = { withoutAmounts: false, publicUrl: 'https://tapwise.example' };

describe('a message about many incidents', () => {
  it.each(['group', 'digest'] as const)('of an alert with units that have none counts these, too: %s', (form) => {
    const { title, lines, more } = alertWords(form, thousand(), false);
    expect({ title, named: lines.length, more }).toEqual({
      title: form === 'group' ? 'CPA: 20000 units' : '20000 alerts',
      named: 20,
      more: 19_980,
    });
    expect(webhookBody({ form, items: [] }, thousand(), context)).toMatchObject({ more: 19_980 });
  });

  it('that are over counts those alone', () => {
    expect(alertWords('group', thousand('recovered'), false)).toMatchObject({ title: 'CPA: 1000 units', more: 980 });
    expect(webhookBody({ form: 'group', items: [] }, [named(1, 'recovered')], context)).not.toHaveProperty('more');
  });
});
