import {
  type DownloadName,
  type Downloads,
  downloadNames,
  type FigureName,
  figureNames,
  isoCurrency,
} from '@tapwise/domain';

interface FigureRow extends Record<FigureName, number> {
  readonly currency?: string | undefined;
  readonly unread?: readonly FigureName[] | undefined;
}

/**
 * The columns of a row of figures: amounts in its own currency or the organization's, and which figures mean nothing because they could
 * not be read, one bit for each.
 */
export function figureColumns<Row extends FigureRow>({ currency, unread, ...row }: Row, organizationCurrency: string) {
  return { ...row, currency: isoCurrency(currency ?? organizationCurrency), unread: unreadBits(unread) };
}

export function unreadBits(unread: readonly FigureName[] | undefined): number {
  if (unread === undefined) return 0;
  return unread.reduce((bits, name) => bits | (1 << figureNames.indexOf(name)), 0);
}

/** `null` where it is not known. */
export const downloadCount = (downloads: Downloads | undefined, name: DownloadName): number | null =>
  downloads === undefined ? null : (downloads[name] ?? 0);

/** The columns of all of them. */
export const downloadColumns = (downloads: Downloads | undefined): Record<DownloadName, number | null> =>
  Object.fromEntries(downloadNames.map((name) => [name, downloadCount(downloads, name)])) as Record<
    DownloadName,
    number | null
  >;
