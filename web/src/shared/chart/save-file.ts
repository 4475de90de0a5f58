/** Gives the browser something to keep under a name. */
export function saveFile(name: string, content: { address: string } | { text: string; type: string }): void {
  const address = 'address' in content ? content.address : URL.createObjectURL(new Blob([content.text], content));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  if (!('address' in content)) URL.revokeObjectURL(address);
}

/**
 * Rows as CSV: everything quoted that must be, and no text that a spreadsheet would take for a formula. Numbers are
 * written as they were counted.
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => row.map(csvCell).join(',')).join('\r\n');
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
