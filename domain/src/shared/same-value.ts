/** Whether two pieces of plain data say the same; the order of an object's fields does not matter. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) || Array.isArray(right)) return sameList(left, right);
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  const fields = left as Record<string, unknown>;
  const others = right as Record<string, unknown>;
  const names = Object.keys(fields);
  if (names.length !== Object.keys(others).length) return false;
  return names.every((name) => Object.hasOwn(others, name) && sameValue(fields[name], others[name]));
}

function sameList(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((value, index) => sameValue(value, right[index]));
}
