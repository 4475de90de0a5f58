import { obtainTemporal, temporalFailureVariable } from '@tapwise/temporal-server';

/** A build on a busy machine takes some minutes; a download that stalls ends here too. */
const timeoutMs = 15 * 60_000;

/**
 * Gets Temporal's server for the specs that need it, once for this machine: found, downloaded, or built with Go.
 * @returns Variables for the specs: why it could not be had, so that they fail with the reason.
 */
export async function prepareTemporal(): Promise<Record<string, string>> {
  let detail = `was not obtained within ${timeoutMs / 60_000} minutes`;
  const path = await obtainTemporal({
    signal: AbortSignal.timeout(timeoutMs),
    onProgress: (progress) => {
      if (progress.state === 'failed') detail = progress.detail;
      console.log(`temporal: ${progress.detail}`);
    },
  });
  return path === undefined ? { [temporalFailureVariable]: detail } : {};
}
