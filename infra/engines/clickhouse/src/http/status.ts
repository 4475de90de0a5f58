/** HTTP status by ClickHouse's error number, as `exceptionCodeToHTTPStatus.cpp` has it. */
const STATUS_OF_CODES: ReadonlyArray<readonly [status: number, codes: readonly number[]]> = [
  [400, [6, 8, 15, 25, 26, 27, 36, 37, 38, 41, 44, 53, 62, 72, 117, 123, 167, 168, 223, 321, 376, 427, 441, 675, 676]],
  [401, [194]],
  [403, [192, 193, 497, 512, 516]],
  [404, [46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 152, 336, 511]],
  [408, [159]],
  [411, [381]],
  [413, [229]],
  [415, [779]],
  [501, [48]],
  [503, [76, 209, 439]],
];

const STATUS = new Map(STATUS_OF_CODES.flatMap(([status, codes]) => codes.map((code) => [code, status] as const)));

/** The HTTP status an error is answered with while the status can still be chosen. */
export function statusOf(code: number): number {
  return STATUS.get(code) ?? 500;
}
