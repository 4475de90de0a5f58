import { useQuery } from '@tanstack/react-query';
import { useSettled } from '../../../../../../shared/page/use-settled.ts';
import { ApiError, messageOf } from '../../../../../../shared/server/http/api-error.ts';
import type { CustomDryRun } from '../../../api/custom-rule-types.ts';
import { customDryRunOptions, type RuleContent } from '../../../api/custom-rules-api.ts';
import type { DraftFault } from '../../../model/draft/draft-types.ts';

/** A draft is tried once nothing has been typed for so long, in milliseconds. */
const pauseMs = 400;
/** Units whose verdicts are asked for: as many as the counts beside conditions need. */
const mostVerdicts = 2_000;

export interface TriedDraft {
  readonly dryRun: CustomDryRun | null;
  /** Older than what is typed. */
  readonly isStale: boolean;
  readonly error: string | null;
  readonly faults: readonly DraftFault[];
  readonly retry: () => void;
}

/** What the draft would do now, asked as it is typed; the last numbers stay until the next are there. */
export function useDryRun(applicationId: number, content: RuleContent | null): TriedDraft {
  const wanted = content === null ? null : JSON.stringify(content);
  const settled = useSettled(wanted, pauseMs);
  const subject: RuleContent | null = settled === null ? null : (JSON.parse(settled) as RuleContent);
  const query = useQuery({
    ...customDryRunOptions(applicationId, subject, mostVerdicts),
    placeholderData: (before: CustomDryRun | undefined) => before,
  });
  const isAsked = subject !== null;
  const isCurrent = settled === wanted && !query.isFetching;
  const failure = isAsked && query.isError && isCurrent ? query.error : null;
  const faults = faultsOf(failure);
  return {
    dryRun: isAsked && !query.isError ? (query.data ?? null) : null,
    isStale: isAsked && !isCurrent,
    error: failure === null || faults.length > 0 ? null : messageOf(failure),
    faults,
    retry: () => void query.refetch(),
  };
}

/** What the server found wrong, by path; of a refusal without paths nothing. */
export function faultsOf(failure: unknown): readonly DraftFault[] {
  if (!(failure instanceof ApiError) || failure.code !== 'bad_rule') return [];
  const { errors } = failure.response;
  return Array.isArray(errors) ? errors.filter(isFault) : [];
}

const isFault = (entry: unknown): entry is DraftFault =>
  typeof entry === 'object' &&
  entry !== null &&
  'path' in entry &&
  typeof entry.path === 'string' &&
  'message' in entry &&
  typeof entry.message === 'string';
