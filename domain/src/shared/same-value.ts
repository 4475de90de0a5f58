/** Whether two pieces of plain data say the same; the order of an object's fields does not matter. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) || Array.isArray(right)) return sameList(left, right);
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  const fields = Object.entries(left);
  const others = new Map(Object.entries(right));
  if (fields.length !== others.size) return false;
  return fields.every(([name, value]) => others.has(name) && sameValue(value, others.get(name)));
}

function sameList(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((value, index) => sameValue(value, right[index]));
}
