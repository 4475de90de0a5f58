import { type EventLog, type Files, readForCopy } from '@tapwise/adapters';
import { type Manifest, type Segment, writeManifest } from './manifest.ts';
import { createSegmentDraft, isSegmentWhole } from './segments.ts';

/**
 * Continues a backup up to where the log is now. Segments are written once; what a run that was cut off left of the last one, and whatever
 * was altered since, is made again.
 * @returns the manifest with all segments.
 * @throws Error when the backup is of another log; the log's own error.
 */
export async function copyLog(log: EventLog, backup: Files, manifest: Manifest): Promise<Manifest> {
  const end = await log.lastPosition();
  const whole = await wholeSegments(backup, manifest.segments);
  let current: Manifest = { ...manifest, segments: whole, restorable: restorableWith(manifest, whole.length) };
  const newest = whole.findLast((segment) => segment.newest !== null)?.newest ?? undefined;
  if (newest !== undefined) await refuseOtherLog(log, newest);
  const copied = BigInt(whole.at(-1)?.position ?? -1);
  if (end <= copied) return current;
  let draft = createSegmentDraft();
  const writeDraft = async (): Promise<void> => {
    const segment = await draft.write(backup, segmentFile(current.segments.length + 1));
    current = { ...current, segments: [...current.segments, segment] };
    await writeManifest(backup, current);
    draft = createSegmentDraft();
  };
  const from = newest === undefined ? undefined : BigInt(newest.position);
  for await (const events of readForCopy(log, { from, to: end })) {
    for (const event of events) {
      if (event.position > copied) draft.add(event);
      if (draft.isFull()) await writeDraft();
    }
  }
  if (!draft.isEmpty()) await writeDraft();
  return current;
}

const segmentFile = (number: number): string => `log/${String(number).padStart(8, '0')}.gz`;

async function wholeSegments(backup: Files, segments: readonly Segment[]): Promise<Segment[]> {
  const whole: Segment[] = [];
  for (const segment of segments) {
    if (!(await isSegmentWhole(backup, segment))) break;
    whole.push(segment);
  }
  return whole;
}

/** What is made again has no keys yet. */
const restorableWith = ({ restorable }: Manifest, segments: number): Manifest['restorable'] =>
  restorable !== null && restorable.segments <= segments ? restorable : null;

async function refuseOtherLog(log: EventLog, newest: NonNullable<Segment['newest']>): Promise<void> {
  const event = await log.eventAt(BigInt(newest.position));
  if (event?.id === newest.id) return;
  throw new Error(
    'The folder has a backup of another log, or of this one before it was restored. Name an empty folder.',
  );
}
