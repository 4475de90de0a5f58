/** Why some of what the ad service is asked for is not brought up to date. */
export interface AdsProblem {
  /** What was asked for; a newer program may have recorded another one. */
  readonly subject: string;
  /** Since when no pull was whole; ISO 8601. */
  readonly since: string;
  readonly state: 'partial' | 'failed';
  /** A reason of a reading, or one that a newer program has recorded. */
  readonly reason: string;
}

/** What was wrong with the answers, as the end of a sentence. */
const whys: Readonly<Record<string, string>> = {
  error_in_answer: 'its answers hold errors',
  no_data: 'its answers hold no data',
  not_an_object: 'its answers are not readable',
  short_list: 'its lists end too early',
  shrunk_list: 'its lists get shorter while they are read',
  shifted_pages: 'the pages of its lists overlap',
  no_total: 'its answers are empty',
  unreadable_row: 'rows of its answers are not readable',
  unreadable_field: 'values in its answers are not readable',
  other_currency: 'it gives bids or budgets in another currency',
  credentials: 'it does not accept our key',
  refused: 'it refuses to be asked',
  not_found: 'it does not find what it lists',
  moved: 'its interface has moved',
  gone: 'its interface is gone',
  limited: 'it limits the number of requests',
  away: 'it does not answer',
};

const ofFigures = 'Figures and their age are those of the last complete reading.';

/** What stays as it is, as the beginning of a sentence, and what that means for whoever reads it. */
const subjects: Readonly<Record<string, { readonly name: string; readonly means: string }>> = {
  ads: { name: 'Apple Ads', means: ofFigures },
  months: {
    name: 'Monthly figures of Apple Ads',
    means: 'Months that are not known by day are those of the last complete reading, or missing.',
  },
  search_terms: {
    name: 'Search terms of Apple Ads',
    means: 'They and their age are those of the last complete reading.',
  },
  impression_share: {
    name: 'Impression shares of Apple Ads',
    means: 'They and their age are those of the last complete reading.',
  },
};

/** A sentence that says since when something stays as it is, and why. */
export function describeAdsProblem({ subject, since, state, reason }: AdsProblem): string {
  const { name, means } = subjects[subject] ?? { name: 'Apple Ads', means: ofFigures };
  const failureText = state === 'partial' ? 'could only be read in part' : 'could not be read';
  const why = whys[reason];
  const because = why === undefined ? '' : `: ${why}`;
  return `${name} ${failureText} since ${writtenInstant(since)}${because}. ${means}`;
}

/** Of each subject the problem that began first, in the order of subjects. */
export function oldestProblems(problems: readonly AdsProblem[]): AdsProblem[] {
  const oldest = new Map(
    Object.keys(subjects).map((subject): [string, AdsProblem | undefined] => [subject, undefined]),
  );
  for (const problem of problems) {
    const other = oldest.get(problem.subject);
    if (other === undefined || problem.since < other.since) oldest.set(problem.subject, problem);
  }
  return [...oldest.values()].filter((problem) => problem !== undefined);
}

const instantFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
/** `23 Aug 2026, 09:30 UTC`; the locale alone would write `5 Sept 2026`. */
const writtenInstant = (instant: string): string =>
  `${instantFormat.format(new Date(instant)).replace('Sept', 'Sep')} UTC`;
