/** What the pictures of the start page show. The publisher, its campaigns and all figures are invented. */

/** The menu; each entry with the path of its sign, drawn on 20 × 20. */
export const menu = [
  {
    label: 'Analyse',
    entries: [
      { name: 'Reports', sign: 'M4.5 15V5M10 15V8M15.5 15v-3.5' },
      { name: 'Charts', sign: 'M4 4v12h12M7 12l3-3.5 2 2L16 6' },
      { name: 'Keywords Optimization', sign: 'M4 5h12M4 9.5h12M4 14h5M13.5 12v5M11 14.5h5' },
      { name: 'Monthly Reports', sign: 'M4 4.5h12v12H4zM4 8.5h12M7.5 3v3M12.5 3v3' },
    ],
  },
  {
    label: 'Earn',
    entries: [
      { name: 'In-Apps', sign: 'M3 4h2l2.2 8.5h7.6L17 6.5H5.8M8 16h.1M14 16h.1' },
      { name: 'Countries', sign: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M3 10h14M10 3c-3 4-3 10 0 14M10 3c3 4 3 10 0 14' },
    ],
  },
  {
    label: 'Account',
    entries: [
      {
        name: 'Settings',
        sign: 'M10 7.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M10 2.8v2M10 15.2v2M2.8 10h2M15.2 10h2M4.9 4.9l1.4 1.4M13.7 13.7l1.4 1.4M15.1 4.9l-1.4 1.4M6.3 13.7l-1.4 1.4',
      },
    ],
  },
] as const;

/** A figure of today: its line is a path of 66 × 24. */
export interface TodayFigure {
  label: string;
  before?: string;
  figure: string;
  after?: string;
  change?: string;
  /** The change is good news. */
  good?: boolean;
  age: string;
  live?: boolean;
  line?: { path: string; tone: 'plain' | 'brand' | 'gain' };
  /** Left out where there is little room. */
  extra?: boolean;
}

export const today: readonly TodayFigure[] = [
  {
    label: 'Spend',
    before: '$',
    figure: '842',
    change: '+6 %',
    age: '2 h old · to 14:40',
    line: { path: 'M1 20C10 19 18 17 26 14S38 10 44 8', tone: 'plain' },
  },
  {
    label: 'Predicted income',
    before: '$',
    figure: '1,164',
    change: '▲ 12 %',
    good: true,
    age: 'live',
    live: true,
    line: { path: 'M1 20C10 19 18 18 28 13S42 8 52 6', tone: 'brand' },
  },
  {
    label: 'Predicted result',
    figure: '+$204',
    good: true,
    age: 'income live · spend 2 h old',
    line: { path: 'M1 20H14L18 17L22 18L28 14L34 15L40 10L46 11L52 7L58 6L62 4', tone: 'gain' },
  },
  {
    label: 'Predicted ROAS',
    figure: '124.23',
    after: '%',
    age: 'to 14:40',
    line: { path: 'M1 17L6 10L10 19L16 16L20 5L26 8L32 4L40 6L46 5L54 8L62 6', tone: 'brand' },
  },
  { label: 'Installs', figure: '431', age: '2 h old', extra: true },
  { label: 'Trials', figure: '51', age: 'live', live: true, extra: true },
];

/** Columns by source; the smaller the rank the longer a column stays when room gets scarce. */
export const sources = [
  { name: 'Apple Ads', age: '2 h old', live: false, columns: 4 },
  { name: 'Store', age: 'live', live: true, columns: 2 },
  { name: 'Predicted', age: 'as of 14:40, the older source', live: false, columns: 4 },
] as const;

export const columns = [
  { label: 'Taps', unit: '', rank: 3 },
  { label: 'Installs', unit: '', rank: 2 },
  { label: 'CPA', unit: '$', rank: 3 },
  { label: 'Spend', unit: '$', rank: 1 },
  { label: 'Trials', unit: '', rank: 2 },
  { label: 'Conv.', unit: '', rank: 3 },
  { label: 'Income', unit: '$', rank: 2 },
  { label: 'LTV', unit: '$', rank: 3 },
  { label: 'Result', unit: '$', rank: 1 },
  { label: 'ROAS', unit: '%', rank: 1 },
] as const;

/** Figures in the order of the columns, as they are shown. */
export interface CampaignLine {
  name: string;
  paused?: boolean;
  /** Payments are still to come: its figures of income are hatched. */
  young?: boolean;
  /** Column that has just changed. */
  changed?: number;
  figures: readonly string[];
}

const line = (name: string, figures: string, overrides: Partial<CampaignLine> = {}): CampaignLine => ({
  name,
  figures: figures.split(' '),
  ...overrides,
});

export const total = line('Total', '7,753 4,763 1.95 9,292 670 282 11,430 2.40 +2,138 123.01');
export const campaigns: readonly CampaignLine[] = [
  line('US · Competitor · Exact', '806 351 4.27 1,499 37 12 600 1.71 −899 40.03'),
  line('US · Discovery · Search Match', '702 366 2.26 828 36 12 542 1.48 −286 65.46'),
  line('US · Category · White noise', '1,172 689 2.33 1,606 90 33 1,337 1.94 −269 83.25'),
  line('US · Rain', '214 129 2.39 308 18 7 177 1.37 −131 57.47', { paused: true }),
  line('CA · Category · Meditation', '246 143 1.67 239 17 6 226 1.58 −13.00 94.56'),
  line('DE · Kategorie · Einschlafen', '404 244 1.56 380 29 6 395 1.62 +15.00 103.95', { young: true }),
  line('Nordics · Discovery', '151 83 1.15 95.13 8 3 136 1.64 +40.87 142.96'),
  line('AU + NZ · Category', '298 178 1.76 313 23 9 395 2.22 +82.00 126.20'),
  line('US · Category · Sleep sounds', '1,610 985 2.42 2,383 140 57 2,571 2.61 +188 107.89'),
  line('GB · Category · Sleep sounds', '588 372 1.93 717 52 22 960 2.58 +243 133.89', { changed: 4 }),
  line('GB · Brand · Exact', '322 255 0.61 155 45 24 819 3.21 +664 528.39'),
  line('US · Brand · Exact', '1,240 968 0.79 769 175 91 3,272 3.38 +2,503 425.49'),
];

/** Spend, income and result of keywords. */
export const keywords: readonly { name: string; figures: readonly [string, string, string]; changed?: boolean }[] = [
  { name: 'sleep sounds', figures: ['642', '828', '+186'] },
  { name: 'rain sounds', figures: ['294', '247', '−47.93'] },
  { name: 'sleep music', figures: ['212', '163', '−49.00'], changed: true },
  { name: 'sleep meditation', figures: ['180', '75.36', '−105'] },
  { name: 'white noise for sleep', figures: ['168', '204', '+36.00'] },
  { name: 'sleep tracker', figures: ['136', '30.24', '−106'] },
  { name: 'fall asleep fast', figures: ['133', '114', '−19.00'] },
];

/** A predicted figure, and how it is calculated. */
export const explained = {
  title: 'Predicted ROAS',
  of: 'sleep sounds, installs 15–21 Nov',
  figure: '128.92',
  /** Places on the track, as parts of it. */
  band: { low: 0.315, point: 0.492, high: 0.69, breakEven: 0.287 },
  ends: ['104', '157'],
  lines: [
    ['Intro offers', 'none sold', '0.00'],
    ['Cancelled subscriptions', '10, already paid', '68.50'],
    ['Active × LTV at charge', '15 × 41.27', '619.05'],
    ['Trials × chance × LTV', '9 × 0.381 × 40.98', '140.52'],
    ['Predicted proceeds', '', '828.07'],
    ['Spend', '434 taps × 1.48', '÷ 642.32'],
    ['ROAS', '', '128.92 %'],
  ],
  sums: ['Predicted proceeds', 'ROAS'],
  counted: [
    ['434', 'taps'],
    ['266', 'installs'],
    ['48', 'trials'],
    ['25', 'paid'],
    ['1', 'refund'],
  ],
  ages: [
    ['Spend', '2 h old, to 14:40'],
    ['Sales', 'live, last 12 s ago'],
    ['Model', '21 Nov 04:10, refit daily'],
  ],
} as const;
