import { z } from 'zod';

/** `<Cube currency="USD" rate="1.0956"/>` */
const rateWire = z.object({ currency: z.string(), rate: z.string() });
/** `<Cube time="2026-02-03">…</Cube>` */
const dayWire = z.object({ time: z.string(), Cube: z.array(rateWire) });

/** The central bank's document after its namespaces are taken off; one day or many. */
export const referenceRatesWire = z.object({
  Envelope: z.object({ Cube: z.array(z.object({ Cube: z.array(dayWire).min(1) })).length(1) }),
});
