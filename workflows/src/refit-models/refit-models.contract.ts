/** The application whose models are fitted. */
export interface RefitModelsInput {
  readonly application_id: number;
  /** What the last fit was made from; absent in the first run. */
  readonly fitted?: LastFit;
}

/** What a fit was made from, so that the next one waits until enough is new. */
export interface LastFit {
  /** ISO instant up to which lines were read. */
  readonly at: string;
  /** Lines by product. */
  readonly lines: Readonly<Record<string, number>>;
}

/** Workflow id; an application is fitted by one workflow. */
export const refitModelsId = (applicationId: number): string => `refit-models/${applicationId}`;

const dayMs = 86_400_000;
/** A product is fitted anew when this share of its lines, or this many of them, are new. */
const newShare = 0.05;
const newLines = 50;

/**
 * Whether enough is new: a product without a fit, lines that grew by 5 % or by 50, or a day gone since the last fit.
 * @param lines Lines by product, as they are now.
 */
export function isRefitDue(lines: Readonly<Record<string, number>>, fitted: LastFit | null, nowMs: number): boolean {
  const products = Object.entries(lines).filter(([, count]) => count > 0);
  if (products.length === 0) return false;
  if (fitted === null || nowMs - Date.parse(fitted.at) >= dayMs) return true;
  return products.some(([product, count]) => {
    const before = fitted.lines[product];
    return before === undefined || count - before >= Math.min(newLines, Math.max(1, before * newShare));
  });
}
