import { Drawing } from './Drawing.tsx';

const groups = [
  { name: 'Sleep', keywords: ['sleep sounds', 'white noise', 'rain sounds'] },
  { name: 'Focus', keywords: ['focus music', 'study timer'] },
];

interface Unit {
  readonly name: string;
  readonly keywords: readonly string[];
}

const boxWidth = 150;
const lineHeight = 18;

/** A campaign with its ad groups and keywords. @param single each ad group holds one keyword. */
export function StructureDiagram({ single = false }: { single?: boolean }) {
  const units: Unit[] = single
    ? groups.flatMap(({ keywords }) => keywords.slice(0, 2).map((keyword) => ({ name: keyword, keywords: [keyword] })))
    : groups;
  const width = units.length * (boxWidth + 14) - 14;
  const middle = width / 2;
  const deepest = Math.max(...units.map(({ keywords }) => keywords.length));
  return (
    <Drawing
      description={
        single
          ? 'A campaign over four ad groups, each with exactly one keyword of the same name.'
          : 'A campaign over two ad groups; the first holds three keywords, the second two.'
      }
      caption={
        single
          ? 'One keyword, one ad group: every setting belongs to one search.'
          : 'Settings of an ad group hold for all of its keywords.'
      }
      width={width}
      height={104 + deepest * lineHeight}
    >
      <rect data-box x={middle - 75} y={1} width={150} height={30} rx={6} />
      <text data-strong x={middle} y={20} textAnchor="middle">
        Campaign: budget
      </text>
      {units.map(({ name, keywords }, index) => {
        const left = index * (boxWidth + 14);
        return (
          <g key={name}>
            <path data-line d={`M${middle} 31 V46 H${left + boxWidth / 2} V58`} />
            <rect data-box x={left} y={58} width={boxWidth} height={36 + keywords.length * lineHeight} rx={6} />
            <text data-strong x={left + 12} y={78}>
              {single ? 'Ad group: bid' : `${name}: bid`}
            </text>
            {keywords.map((keyword, line) => (
              <text key={keyword} x={left + 12} y={98 + line * lineHeight}>
                [{keyword}]
              </text>
            ))}
          </g>
        );
      })}
    </Drawing>
  );
}
