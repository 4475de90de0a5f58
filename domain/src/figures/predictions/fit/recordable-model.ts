import type { ModelCurve, ProductModel } from '../prediction.events.ts';

/** Decimals kept of chances: far finer than any curve is known. */
const conversionDecimals = 6;
const retentionDecimals = 9;
const countDecimals = 3;
/** An append to the log may hold a megabyte; a model keeps well below. */
const mostCharacters = 700_000;

const rounded = (values: readonly number[], decimals: number): number[] =>
  values.map((value) => Number(value.toFixed(decimals)));

function recordableCurve(curve: ModelCurve): ModelCurve {
  return {
    ...curve,
    conversion: rounded(curve.conversion, conversionDecimals),
    counted: withoutEnd(rounded(curve.counted, countDecimals)),
    renewed: withoutEnd(rounded(curve.renewed, countDecimals)),
    retention: rounded(curve.retention, retentionDecimals),
  };
}

function withoutEnd(values: readonly number[]): number[] {
  const last = values.findLastIndex((value) => value !== 0);
  return values.slice(0, last + 1);
}

const evidence = (curve: ModelCurve): number => curve.trials + (curve.counted[0] ?? 0);

/**
 * The model as the log keeps it: chances rounded, and where introductions are long and countries many, only as many of the
 * countries with most events as one event can hold; the others use the worldwide curve.
 */
export function recordable(model: ProductModel): ProductModel {
  const [world, ...countries] = model.curves.map(recordableCurve);
  if (world === undefined) return model;
  let room = mostCharacters - JSON.stringify(world).length;
  const kept = countries
    .sort((a, b) => evidence(b) - evidence(a) || (a.country < b.country ? -1 : 1))
    .filter((curve) => {
      room -= JSON.stringify(curve).length;
      return room >= 0;
    })
    .sort((a, b) => (a.country < b.country ? -1 : 1));
  return { ...model, curves: [world, ...kept], recovery: rounded(model.recovery, retentionDecimals) };
}
