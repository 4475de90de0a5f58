import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../shared/server/http/api-error.ts';
import { connectionFault, connectionState, credentialFault } from './connection-state.ts';

const proven = { organization_id: 40, state: 'working', binding: 'proven', message: null } as const;
const message = 'Apple Ads does not show us this account. Please add our key. Campaigns keep running either way.';

describe('the state of a connection', () => {
  it.each([
    [proven, 'active', 'Connected', 'Organization 40'],
    [{ ...proven, binding: 'pending' } as const, 'active', 'Connected', 'Organization 40'],
    [{ ...proven, message: 'Give it the role.' }, 'partial', 'Read only', 'Give it the role.'],
    [{ ...proven, state: 'standing', message } as const, 'error', 'Not connected', message],
    [{ ...proven, state: 'standing', binding: 'credentials', message } as const, 'error', 'Not connected', message],
    // A refused key comes before the choice.
    [{ ...proven, state: 'standing', binding: 'choose', message } as const, 'error', 'Not connected', message],
  ])('is told from %j', (connection, state, badge, text) => {
    expect(connectionState(connection)).toEqual({ state, badge, text });
  });

  it('is being looked for, or to be chosen', () => {
    expect(connectionState({ ...proven, state: 'standing', binding: 'pending' })).toMatchObject({ badge: 'Looking' });
    const which = 'Which Apple Ads account is this?';
    const choosing = connectionState({ ...proven, state: 'standing', binding: 'choose', message: which });
    expect(choosing).toEqual({ state: 'partial', badge: 'Choose account', text: which });
  });
});

it('a refusal is in the words of the server, but for an ad service that is away', () => {
  expect(connectionFault(null)).toBeNull();
  expect(connectionFault(new ApiError(422, 'Not this one', 'refused'))).toBe('Not this one');
  expect(connectionFault(new ApiError(503, 'Unhandled status code', 'unavailable'))).toMatch(/try again in a minute/);
});

it('a value that Apple shows beside a key is neither empty nor anything but a name', () => {
  expect(credentialFault('Team ID', ' ')).toBe('Team ID is required');
  expect(credentialFault('Team ID', 'two words')).toMatch(/^Only letters/);
  expect(credentialFault('Team ID', ' SEARCHADS.ab-1 ')).toBeNull();
});
