// Codes the engine gives when it is the data that it cannot take: texts, numbers, days and enum values that do not parse or
// fit (https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp).
const contentCodes: ReadonlySet<string> = new Set([
  '6',
  '26',
  '27',
  '38',
  '41',
  '53',
  '69',
  '70',
  '72',
  '117',
  '131',
  '158',
  '190',
  '321',
  '349',
  '407',
  '691',
]);

/** Whether the engine refused what it was given; asking again with the same rows cannot help. */
export function isContentFault(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && contentCodes.has(String(error.code));
}
