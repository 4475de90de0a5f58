import { z } from 'zod';

/** Figures that rules compare. */
export const ruleFigureNames = ['impressions', 'taps', 'installs', 'spend'] as const;
export type RuleFigureName = (typeof ruleFigureNames)[number];

/** Figures that are only a part, because some of it could not be read or has no exchange rate. Absent: none. */
export const partialField = z.array(z.enum(ruleFigureNames)).min(1).optional();
