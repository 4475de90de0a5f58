import { isDay } from '@tapwise/domain';
import { beyondFifth, type ShareFigures } from '../../ad-service/reports/shares.ts';
import { type Cells, readDelimited } from '../../delimited/read-delimited.ts';

const required = [
  'date',
  'adamId',
  'countryOrRegion',
  'searchTerm',
  'lowImpressionShare',
  'highImpressionShare',
  'rank',
];
const maxRows = 500_000;
const ranks = new Map([
  ...['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'].map((name, index) => [name, index + 1] as const),
  ['GREATER_THAN_FIVE', beyondFifth],
]);

/**
 * Reads the file of impression shares.
 * @returns the app's figures; rows that make no sense are left out and counted.
 * @throws NotATableError when it is no such file.
 */
export function readShareTable(
  file: Buffer,
  adamId: number,
): { figures: ShareFigures[]; unreadable: number; reason: string } {
  const figures: ShareFigures[] = [];
  let unreadable = 0;
  let reason = '';
  readDelimited(file, { separator: ',', required, maxRows }, (cells) => {
    if (cells('adamId') !== String(adamId)) return;
    try {
      figures.push(figuresOf(cells));
    } catch (error) {
      if (unreadable === 0) reason = error instanceof Error ? error.message : String(error);
      unreadable += 1;
    }
  });
  return { figures, unreadable, reason };
}

function figuresOf(cells: Cells): ShareFigures {
  const day = cells('date').slice(0, 10);
  if (!isDay(day)) throw new Error(`There is no day ${day}`);
  const country = cells('countryOrRegion').toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) throw new Error('A row names no country');
  const search_term = cells('searchTerm').toLowerCase();
  if (search_term === '' || search_term.length > 1000) throw new Error('A row names no search term');
  const low_share = shareOf(cells('lowImpressionShare'));
  const high_share = shareOf(cells('highImpressionShare'));
  if (low_share > high_share) throw new Error('The bounds of a share are reversed');
  const rank = ranks.get(cells('rank').toUpperCase());
  if (rank === undefined) throw new Error('The rank is unknown');
  const popularity = /^[1-5]$/.test(cells('searchPopularity')) ? Number(cells('searchPopularity')) : 0;
  return { day, row: { country, search_term, low_share, high_share, rank, popularity } };
}

function shareOf(text: string): number {
  const share = /^(?:0|1|0?\.\d{1,6}|1\.0{1,6}|0\.\d{1,6})$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(share)) throw new Error('The share is not a fraction');
  return share;
}
