/** Dates as screens write them: `5 Sep 2026`, parts by `options`. The locale alone would give this one month four letters. */
export function dateForm(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const form = new Intl.DateTimeFormat('en-GB', options);
  return (date) => form.format(date).replace(/\bSept\b/, 'Sep');
}
