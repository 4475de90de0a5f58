import { ClickHouseError } from '../../../../wire/clickhouse/clickhouse-error.ts';

export { ClickHouseError };

const HEAD = /^(?:Query failed: )?Code: (\d+)\. DB::Exception: /;
const TAIL = /\.? *(?:\(([A-Z][A-Z0-9_]+)\)|\(version [^()]*(?:\([^()]*\))?\))\.?\s*$/;

/**
 * Reads the number, the name and the sentence out of whatever the engine threw. It sometimes repeats the number in
 * front and the name or its version behind, so both ends are peeled until nothing more comes off.
 */
export function parseEngineError(cause: unknown): ClickHouseError {
  if (cause instanceof ClickHouseError) return cause;
  let text = cause instanceof Error ? cause.message : String(cause);
  let code: number | undefined;
  for (let match = HEAD.exec(text); match !== null; match = HEAD.exec(text)) {
    code ??= Number(match[1]);
    text = text.slice(match[0].length);
  }
  let name: string | undefined;
  for (let match = TAIL.exec(text); match !== null; match = TAIL.exec(text)) {
    name ??= match[1];
    text = text.slice(0, match.index);
  }
  return new ClickHouseError(code ?? 1002, name ?? (code === undefined ? 'UNKNOWN_EXCEPTION' : 'ERROR'), text, {
    cause,
  });
}

/** The line clients read number and name from by pattern. Ends with a line feed. */
export function renderError(error: ClickHouseError, version: string): string {
  const sentence = error.message.replace(/[.\s]+$/, '');
  return `Code: ${error.code}. DB::Exception: ${sentence}. (${error.errorName}) (version ${version} (official build))\n`;
}
