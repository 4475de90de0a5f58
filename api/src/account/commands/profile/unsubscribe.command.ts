import { unsubscribeToken } from '@tapwise/adapters';
import { changePreferences, DomainError, findMembership, mailSwitches } from '@tapwise/domain';
import { z } from 'zod';
import { apiContext } from '../../../access/actor-context.ts';
import { decideByLink } from '../../../access/report-recipient-link.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { changeOwnAccount } from './change-own-account.ts';

const paramsSchema = z.object({ token: z.string().max(200) });
const consents = [...mailSwitches, 'product_updates'] as const;
const callsPerMinute = 60;
/** Before the token of a recipient of a scheduled report. */
const reportPrefix = 'report.';

/**
 * `POST /unsubscribe/{token}`: the one click of a mail program (RFC 8058), without session or cookies. Repeating it changes nothing. What the
 * form says is not read: the address says it all. Looking at the address changes nothing either, because programs that check links do.
 */
export function unsubscribeRoute(app: ApiServer, deps: ApiDependencies): void {
  const limit = app.callLimits.windowed('unsubscribe', callsPerMinute, 60);
  // A scope of its own: a form is read only here.
  void app.register((scope: ApiServer, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, parsed) =>
      parsed(null, undefined),
    );
    scope.post(
      '/unsubscribe/:token',
      { schema: { hide: true, params: paramsSchema }, config: { right: 'public' } },
      async (request) => {
        await limit(request.clientAddress);
        const { token } = request.params;
        if (token.startsWith(reportPrefix)) {
          await decideByLink(deps, apiContext(request), token.slice(reportPrefix.length), false);
          return { status: 'ok' as const };
        }
        const { accountId, mailConsent } = readToken(deps, token);
        const off =
          mailConsent === 'product_updates'
            ? { receive_product_updates: false }
            : { mail_switches: { [mailConsent]: false } };
        const at = deps.now().toISOString();
        await changeOwnAccount(deps, apiContext(request), accountId, (state) => changePreferences(state, off, at));
        return { status: 'ok' as const };
      },
    );
    done();
  });
}

/** @throws DomainError `link_invalid` for one that was not made by us, or whose account is gone. */
function readToken(
  deps: ApiDependencies,
  token: string,
): { accountId: number; mailConsent: (typeof consents)[number] } {
  const [id = '', name = ''] = token.split('.');
  const mailConsent = consents.find((consent) => consent === name);
  const accountId = Number(id);
  const isOurs =
    mailConsent !== undefined &&
    /^[1-9]\d{0,14}$/.test(id) &&
    isSame(deps, token, unsubscribeToken(deps.vault, accountId, mailConsent));
  const membership = isOurs ? findMembership(deps.directory.state, accountId) : undefined;
  if (mailConsent === undefined || membership === undefined || membership.account.demo)
    throw new DomainError('link_invalid');
  return { accountId, mailConsent };
}

/** Hashes are compared, so that the time says nothing about how much of a token is right. */
const isSame = ({ vault }: ApiDependencies, left: string, right: string): boolean =>
  vault.keyedHash('comparison', left) === vault.keyedHash('comparison', right);
