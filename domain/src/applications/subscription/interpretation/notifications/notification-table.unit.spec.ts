import { describe, expect, it } from 'vitest';
import { interpretSubscription } from '../interpret-subscription.ts';
import { walkMessages } from '../walk-messages.ts';
import { webhookEventsOf } from '../webhook-events.ts';
import { ignoredCases } from './ignored-cases.fixture.ts';
import { notificationTable } from './notification-table.ts';
import { version1Cases } from './version-1-cases.fixture.ts';
import { version2Cases } from './version-2-cases.fixture.ts';

describe('a message of the store', () => {
  const cases = [...version2Cases, ...ignoredCases, ...version1Cases];

  it.each(cases)('%s', (_line, past, current, event, status) => {
    const posted = webhookEventsOf([...past, current]).filter(
      // What an upgrade takes back follows from the periods, not from a line.
      (entry) => entry.notification_id === current.notification_id && entry.estimated_share === undefined,
    );
    expect(posted.map((entry) => entry.event)).toEqual(event === null ? [] : [event]);
    expect(interpretSubscription([...past, current], [])?.status ?? 'nothing').toBe(status);
  });

  it('falls under a line of the table, and every line has a case', () => {
    const used = new Set(cases.map(([, past, current]) => walkMessages([...past, current]).at(-1)?.row));
    expect(notificationTable.filter((row) => !used.has(row))).toEqual([]);
  });
});
