import { actingBreaks } from './acting.breaks.ts';
import type { Break } from './break.ts';
import { floorBreaks } from './floor.breaks.ts';
import { rulesBreaks } from './rules.breaks.ts';
import { speedBreaks } from './speed.breaks.ts';
import { sqlBreaks } from './sql.breaks.ts';
import { storyBreaks } from './story.breaks.ts';

/** The breaks of every area. */
export const breakLists: Readonly<Record<string, readonly Break[]>> = {
  acting: actingBreaks,
  floor: floorBreaks,
  rules: rulesBreaks,
  speed: speedBreaks,
  sql: sqlBreaks,
  story: storyBreaks,
};
