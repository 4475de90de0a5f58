import { type FailureCause, type FailureReason, reasonOfStatus } from '@tapwise/domain';
import { isUntrusted, SearchAdsError } from '../apple/ad-service/errors.ts';
import { keyRefusal } from '../apple/app-store-connect/client.ts';
import { StoreReportsError } from '../apple/app-store-connect/errors.ts';
import { NotReferenceRatesError } from '../exchange-rates/parse-reference-rates.ts';
import { OutsideCallError } from '../http/outside-call-error.ts';

/** Why a call to an outside service failed, with words that are safe to show; `undefined` when the failure is our own. */
export function failureCauseOf(error: unknown): FailureCause | undefined {
  if (error instanceof SearchAdsError) return searchAdsCause(error);
  if (error instanceof StoreReportsError) {
    if (error.kind === 'unreadable') return { reason: 'unreadable', detail: '' };
    if (keyRefusal(error) === 'agreement_missing') return { reason: 'agreement_missing', detail: 'answered 403' };
    return byStatus(error.status, error);
  }
  if (error instanceof OutsideCallError) return byStatus(error.status, error);
  return error instanceof NotReferenceRatesError ? { reason: 'unreadable', detail: '' } : undefined;
}

/** The same of a call that is known to be an outside service's. */
export function callCause(error: unknown): FailureCause {
  const fault = error instanceof Error ? error : new Error(String(error));
  return failureCauseOf(error) ?? byStatus(null, fault);
}

function searchAdsCause(error: SearchAdsError): FailureCause {
  const { status, ofAccess, problems } = error;
  const code = problems[0]?.code ?? '';
  // What the service says is shown only where it is a code.
  const named = /^[A-Za-z][A-Za-z0-9_.]{0,79}$/.test(code) ? `, ${code}` : '';
  if (ofAccess && status === null && !isOfConnection(error))
    return { reason: 'credentials_refused', detail: 'the key file cannot be used' };
  // An answer came, and proves nothing.
  if (isUntrusted(error)) return { reason: 'unreadable', detail: error.reason };
  const cause = byStatus(status, error);
  const isDenied = status === 401 || (ofAccess && (status === 400 || status === 403));
  return { reason: isDenied ? 'credentials_refused' : cause.reason, detail: `${cause.detail}${named}` };
}

function byStatus(status: number | null, error: Error): FailureCause {
  if (status !== null) return { reason: reasonOfStatus(status), detail: `answered ${status}` };
  if (isOfForm(error)) return { reason: 'unreadable', detail: '' };
  return { reason: 'away', detail: codeOf(error) ?? 'no answer' };
}

/** The error and what caused it, outermost first. */
function* chainOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}

/** An answer came, and was not what it should be. */
const isOfForm = (error: Error): boolean =>
  [...chainOf(error)].some(({ name }) => ['ZodError', '$ZodError', 'SyntaxError', 'BodyTooLargeError'].includes(name));

const isOfConnection = (error: Error): boolean =>
  isOfForm(error) || isTimeout(error) || connectionCode(error) !== undefined;

const isTimeout = (error: Error): boolean =>
  [...chainOf(error)].some(
    ({ name, ...fields }) => name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(String(codeIn(fields))),
  );

const codeIn = (error: object): unknown => ('code' in error ? error.code : undefined);

/** The code of a connection that failed, as Node and undici name it. */
const connectionCode = (error: Error): string | undefined =>
  [...chainOf(error)]
    .map(codeIn)
    .find(
      (code): code is string =>
        typeof code === 'string' &&
        /^(?:ECONN|EHOST|ENET|ENOTFOUND|EAI_|EPIPE|UND_ERR|ERR_TLS|CERT|DEPTH_|SELF_|UNABLE)[A-Z_0-9]*$/.test(code),
    );

function codeOf(error: Error): FailureReason | string | undefined {
  return isTimeout(error) ? 'no answer in time' : connectionCode(error);
}
