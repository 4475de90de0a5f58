import type { ComponentType } from 'react';
import { CohortDiagram } from './CohortDiagram.tsx';
import { FunnelDiagram } from './FunnelDiagram.tsx';
import { RaiseBidsDiagram } from './RaiseBidsDiagram.tsx';
import { StructureDiagram } from './StructureDiagram.tsx';

/** Drawings that texts name in a block of the language `diagram`. */
export const diagrams: Readonly<Record<string, ComponentType>> = {
  skag: () => <StructureDiagram single />,
  structure: () => <StructureDiagram />,
  'raise-bids': RaiseBidsDiagram,
  funnel: FunnelDiagram,
  cohort: CohortDiagram,
};
