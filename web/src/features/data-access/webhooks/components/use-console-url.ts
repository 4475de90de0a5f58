import { useSearchParams } from 'react-router-dom';
import {
  type DeliveryEvent,
  type DeliveryKind,
  type DeliveryState,
  deliveryEvents,
  deliveryKinds,
  deliveryStates,
} from '../api/webhook-types.ts';

/** What the address says of the list: its filter, and the delivery that is open beside it. */
export function useConsoleUrl() {
  const [params, setParams] = useSearchParams();
  const change = (parts: Record<string, string | null>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(parts)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  };
  return {
    filter: {
      kind: pick<DeliveryKind>(deliveryKinds, params.get('kind')),
      event: pick<DeliveryEvent>(deliveryEvents, params.get('event')),
      state: pick<DeliveryState>(deliveryStates, params.get('state')),
    },
    opened: params.get('delivery'),
    choose: (parts: { kind?: DeliveryKind | null; event?: DeliveryEvent | null; state?: DeliveryState | null }) =>
      change({ ...parts, delivery: null }),
    open: (id: string | null) => change({ delivery: id }),
  };
}

export type ConsoleUrl = ReturnType<typeof useConsoleUrl>;

const pick = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null;
