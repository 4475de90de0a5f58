import { figureNames } from '@tapwise/domain';
import { z } from 'zod';

const names = ['impressions', 'taps', 'tap_installs', 'spend_micros'] as const;

/** Figures of the tables with their mark, to be summed up by `knownSums`. */
export const readFigures = `${names.join(', ')}, unread AS lost`;

/** Sums of what could be read; null where nothing could. */
export const knownSums = names
  .map((name) => `if(bitTest(groupBitAnd(lost), ${figureNames.indexOf(name)}), NULL, sum(${name})) AS ${name}`)
  .join(', ');

const known = z.number().nullable();
export const knownFigures = { impressions: known, taps: known, tap_installs: known, spend_micros: known };
