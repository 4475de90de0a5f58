/** Hues of the thirteen series, in the order they are given out: each is at least 3:1 on the sheet of its theme. */
const hues = [
  'Blue',
  'Brass',
  'Anchor',
  'Berry',
  'Teal',
  'DarkOrange',
  'Lavender',
  'Forest',
  'Cranberry',
  'Steel',
  'Pink',
  'Brown',
  'Navy',
];

/** How many series have a colour of their own; more repeat them. */
export const seriesColors = hues.length;

/** Colours of the theme as a canvas needs them. */
export interface ChartTokens {
  series: readonly string[];
  ink: string;
  quiet: string;
  faint: string;
  gridline: string;
  axis: string;
  warning: string;
  sheet: string;
  raised: string;
  raisedEdge: string;
  font: string;
}

/** A canvas cannot read CSS variables, so the theme's values are read where the chart is. */
export function readChartTokens(element: Element): ChartTokens {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    series: hues.map((hue) => token(`colorPalette${hue}BorderActive`)),
    ink: token('colorNeutralForeground1'),
    quiet: token('colorNeutralForeground3'),
    faint: token('colorNeutralForeground4'),
    gridline: token('colorNeutralStroke3'),
    axis: token('colorNeutralStroke1'),
    warning: token('colorStatusWarningForeground1'),
    sheet: token('colorNeutralBackground1'),
    raised: token('twRaised'),
    raisedEdge: token('colorNeutralStroke1'),
    font: token('fontFamilyBase'),
  };
}

/** The same hues for elements of the page, which follow the theme by themselves. */
export function seriesVariable(slot: number): string {
  return `var(--colorPalette${hues[slot % hues.length]}BorderActive)`;
}
