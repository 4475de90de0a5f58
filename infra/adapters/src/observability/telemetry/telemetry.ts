import type { Logger } from 'pino';
import type { OpenSpan, SpanRequest, Telemetry } from './spans.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

let started: Telemetry | undefined;

/** `undefined` where OpenTelemetry is off: then nothing of it is loaded, and no step is described. */
export const telemetry = (): Telemetry | undefined => started;

/**
 * Starts to export traces and metrics where an address for them is set.
 * @param part Name of this process, such as `api`.
 * @param logger Told once a minute that nothing can be exported, and why.
 */
export async function startTelemetry(
  part: string,
  settings: TelemetrySettings,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || settings.OTEL_SDK_DISABLED === 'true') return;
  const { openTelemetry } = await import('./open-telemetry.ts');
  const onFault = (fault: string): void => logger.warn({ fault }, 'telemetry is not exported');
  started = openTelemetry({ part, settings, endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT, onFault });
}

const longestCloseMs = 1000;

/** Exports what is left, as far as that takes a second; nothing is traced afterwards. */
export async function stopTelemetry(): Promise<void> {
  const closing = started?.close();
  started = undefined;
  if (closing === undefined) return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, longestCloseMs).unref());
  await Promise.race([closing.catch(() => undefined), late]);
}

/** Does work in a span of its own. @param request Asked only where OpenTelemetry is on. @throws what `work` throws. */
export function inSpan<Result>(request: () => SpanRequest, work: () => Promise<Result>): Promise<Result> {
  return started === undefined ? work() : withinSpan(started.open(request()), work);
}

/** The caller gets the promise of `work` itself: another one around it costs each step, and most steps are not sampled. */
function withinSpan<Result>({ within, end }: OpenSpan, work: () => Promise<Result>): Promise<Result> {
  const result = within === undefined ? work() : within(work);
  result.then(
    () => end(),
    (error: unknown) => end({ error }),
  );
  return result;
}
