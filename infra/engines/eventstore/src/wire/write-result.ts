import { type ProtoWriter, varintSize } from '../../../../wire/index.ts';
import { type ExpectedVersion, NO_STREAM } from '../store/expected-version.ts';
import type { WriteOutcome } from '../store/write-command.ts';

/** Fields 1 to 4 of a successful append, the same in Append and BatchAppend. */
export function writeSuccess(writer: ProtoWriter, outcome: Extract<WriteOutcome, { kind: 'written' }>): void {
  if (outcome.revision === undefined) writer.empty(2);
  else writer.uint(1, outcome.revision);
  writePosition(writer, 3, outcome.position);
}

/** A position in field `field`, or "no position" in the one after it. */
export function writePosition(writer: ProtoWriter, field: number, position: number | undefined): void {
  if (position === undefined) writer.empty(field + 1);
  else
    writer
      .open(field, 2 + 2 * varintSize(position))
      .uint(1, position)
      .uint(2, position);
}

/**
 * Current and expected version of a refused append in six consecutive fields: revision, no stream; expected revision,
 * any, stream exists, no stream. They start at 6 in AppendResp and at 1 in the error detail of BatchAppend.
 */
export function writeVersions(
  writer: ProtoWriter,
  firstField: number,
  current: number,
  expected: ExpectedVersion,
): void {
  if (current === NO_STREAM) writer.empty(firstField + 1);
  else writer.uint(firstField, current);
  if (expected === 'any') writer.empty(firstField + 3);
  else if (expected === 'stream-exists') writer.empty(firstField + 4);
  else if (expected === NO_STREAM) writer.empty(firstField + 5);
  else writer.uint64(firstField + 2, BigInt(expected));
}
