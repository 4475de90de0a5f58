import { type CopiedEvent, isCheckpoint, limitedStream } from './copied-event.ts';
import { heldPosition } from './moved-positions.ts';

/** What has to be known of a whole copy before a log is filled from it. */
export interface CopySurvey {
  /** Data of the newest metadata of each stream that the log may drop something of. */
  readonly limits: ReadonlyMap<string, string>;
  /** The newest checkpoint of each follower, by stream. */
  readonly checkpoints: ReadonlyMap<string, CopiedEvent>;
  /** Positions that events hold; ascending. */
  readonly positions: readonly bigint[];
}

export interface CopySurveyor {
  add(event: CopiedEvent): void;
  survey(): CopySurvey;
}

export function createCopySurveyor(): CopySurveyor {
  const limits = new Map<string, string>();
  const checkpoints = new Map<string, CopiedEvent>();
  const positions = new Set<bigint>();
  return {
    add(event) {
      const limited = limitedStream(event);
      if (limited !== undefined) limits.set(limited, event.data);
      else if (isCheckpoint(event)) checkpoints.set(event.stream, event);
      else {
        const position = heldPosition(event)?.position;
        if (position !== undefined) positions.add(position);
      }
    },
    survey() {
      for (const checkpoint of checkpoints.values()) {
        const position = heldPosition(checkpoint)?.position;
        if (position !== undefined) positions.add(position);
      }
      const ascending = [...positions].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      return { limits, checkpoints, positions: ascending };
    },
  };
}
