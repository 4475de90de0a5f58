const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** `Germany` for DE; an unknown code stays itself. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
