const mayKeep = 4096;

/** Positions of the log at which something happened to one subject, oldest first. */
export interface PositionTrail {
  add(position: bigint): void;
  /** Whether something happened after `from`, up to and with `to`. Yes when that is no longer remembered. */
  within(from: bigint, to: bigint): boolean;
}

/** @param startPosition nothing is known of what happened up to this position. */
export function createPositionTrail(startPosition: bigint): PositionTrail {
  let positions: bigint[] = [];
  let forgotten = startPosition;
  return {
    add: (position) => {
      positions.push(position);
      if (positions.length <= mayKeep) return;
      forgotten = positions[mayKeep / 2 - 1] ?? position;
      positions = positions.slice(mayKeep / 2);
    },
    within: (from, to) => {
      if (to <= from) return false;
      if (from < forgotten) return true;
      const first = firstAfter(positions, from);
      return first !== undefined && first <= to;
    },
  };
}

function firstAfter(positions: readonly bigint[], from: bigint): bigint | undefined {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0n) > from) high = middle;
    else low = middle + 1;
  }
  return positions[low];
}
