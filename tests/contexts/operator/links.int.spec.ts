import type { DomainEvent } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { links } from '../../../infra/operations/operator/links.ts';
import { happened } from '../../support/facts/ads-world.ts';
import { expectUsageError, runOperator } from '../../support/programs/operator-command.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';

const at = '2026-02-01T08:00:00.000Z';
let api: ApiService;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const operator = (...args: string[]) => runOperator(api.addresses, 'links', ...args);

/** An application of a team of its own that waits for an organization. */
async function waiting(name: string, orgId: number): Promise<{ id: number; token: string }> {
  const { token } = await api.signUp(name);
  const url = `https://apps.apple.com/app/id${1500000000 + orgId}`;
  const added = await api.call('POST', '/api/application', { token, body: { name, url } });
  const id = Number(added.body.application_id);
  const events: DomainEvent[] = [
    { type: 'AdsAccountNameSubmitted', data: { application_id: id, asa_account_name: 'Acme', submitted_at: at } },
    { type: 'AdOrganizationFound', data: { application_id: id, org_id: orgId, name: 'Acme', found_at: at } },
  ];
  await api.deps.directory.reached(await happened(api, `application-${id}`, ...events));
  return { id, token };
}

const eventsOf = async (id: number) => (await api.log.readStream(`application-${id}`)).map(({ event }) => event.type);

describe('npm run operator -- links', () => {
  it('lists what waits and why, and Settings ask for a proof', async () => {
    const { id, token } = await waiting('Listed', 801);
    const { code, rows } = await operator();
    expect(code).toBe(0);
    expect(rows).toContainEqual(
      expect.objectContaining({ application_id: id, organization_id: 801, proof: null, waits_for: 'proof' }),
    );
    const { body } = await api.call('GET', '/api/account', { token });
    expect((body.applications as { asa_problem: string; link_code: string }[])[0]).toMatchObject({
      asa_integration: 'invitation_sent',
      asa_problem: 'proof_needed',
      link_code: expect.stringMatching(/^tapwise-[0-9a-z]{8}$/),
    });
  });

  it('records who linked and who refused, with the reason', async () => {
    const linked = await waiting('Linked', 802);
    const refused = await waiting('Refused', 803);
    expect((await operator('--link', `${linked.id}`, '802', '--reason', 'Called them')).code).toBe(0);
    expect((await operator('--refuse', `${refused.id}`, '803')).code).toBe(0);
    expect((await eventsOf(linked.id)).at(-1)).toBe('AdOrganizationLinkAllowed');
    expect((await eventsOf(refused.id)).at(-1)).toBe('AdOrganizationLinkRefused');
    const recorded = (await api.log.readStream(`application-${linked.id}`)).at(-1);
    expect(recorded?.metadata).toMatchObject({ actor: { kind: 'operator' }, reason: 'Called them' });
  });

  it('does not link an organization of another team, and reports that to the operator alone', async () => {
    const late = await waiting('Late', 804);
    await api.deps.directory.reached(
      await happened(api, 'adOrganization-804', {
        type: 'AdOrganizationClaimed',
        data: { org_id: 804, team_id: 999_999, claimed_at: at },
      }),
    );
    const result = await operator('--link', `${late.id}`, '804');
    expect(result).toMatchObject({ code: 2, complaint: expect.stringContaining('belongs to team 999999') });
    expect(await eventsOf(late.id)).not.toContain('AdOrganizationLinkAllowed');
    const { body } = await api.call('GET', '/api/account', { token: late.token });
    expect((body.applications as object[])[0]).toMatchObject({ asa_integration: 'invitation_sent', asa_problem: null });
  });

  it.each([[['--link', '1']], [['1', '2']], [['--link', '--refuse', '1', '2']], [['--link', '999999', '5']]])(
    'changes nothing for %j, which makes no sense',
    async (args) => {
      await expectUsageError(api, links, args);
    },
  );
});
