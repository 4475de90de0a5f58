import { SearchAdsError } from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';
import type { OperatorTools } from '../subcommand.ts';

/** Prints why a command about the ad service failed, as its last row. @returns the exit code. @throws what is a fault of ours. */
export function printFailure({ print }: Pick<OperatorTools, 'print'>, error: unknown): 1 {
  if (!(error instanceof DomainError || error instanceof SearchAdsError)) throw error;
  const code = error instanceof DomainError ? error.code : 'unavailable';
  print({ status: 'error', code, error_message: error.message });
  return 1;
}
