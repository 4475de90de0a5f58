import { createDarkTheme, createLightTheme, type Theme } from '@fluentui/react-components';
import { brand } from './brand.ts';

/** Colours of our own beside Fluent's tokens; as CSS variables they carry the same names. */
interface OwnTokens {
  twRaised: string;
  twRowSelected: string;
  twRowPending: string;
  twFlash: string;
  twFlashEdge: string;
  twTrack: string;
  twChip: string;
  twChipBlue: string;
  twChipBlueText: string;
}

const family =
  "'Inter Variable', 'Inter Fallback', 'Inter Fallback Wide', 'Segoe UI Variable Text', 'Segoe UI', -apple-system, system-ui, sans-serif";
const fonts = { fontFamilyBase: family, fontFamilyNumeric: family };

/** The light theme: a white sheet on a cool canvas. */
export const lightTheme: Theme & OwnTokens = {
  ...createLightTheme(brand),
  ...fonts,
  colorNeutralBackground1: '#ffffff',
  colorNeutralBackground1Hover: '#f4f6f9',
  colorNeutralBackground1Pressed: '#e9ecf1',
  colorNeutralBackground1Selected: '#eef1f6',
  colorNeutralBackground2: '#fafbfc',
  colorNeutralBackground3: '#f3f5f8',
  colorNeutralBackground4: '#eef0f4',
  colorNeutralBackground5: '#e9ecf0',
  colorNeutralBackground6: '#e4e7ec',
  colorNeutralForeground1: '#181c24',
  colorNeutralForeground2: '#3a414d',
  colorNeutralForeground3: '#586171',
  colorNeutralForeground4: '#667081',
  colorNeutralStroke1: '#cdd3db',
  colorNeutralStroke2: '#e0e4ea',
  colorNeutralStroke3: '#ebeef2',
  colorNeutralStrokeAccessible: '#5f6878',
  colorSubtleBackgroundHover: '#eceff4',
  colorSubtleBackgroundPressed: '#e1e5eb',
  colorSubtleBackgroundSelected: '#e6eaf0',
  colorNeutralStencil1: '#e6e9ee',
  colorNeutralStencil2: '#f3f5f8',
  colorStatusDangerBackground1: '#fdf0f1',
  colorStatusSuccessBackground1: '#eaf6ea',
  colorStatusWarningBackground1: '#fff4e8',
  colorStatusDangerBorder1: '#eeacb2',
  colorStatusSuccessBorder1: '#a3d3a3',
  colorStatusWarningBorder1: '#f5c99b',
  twRaised: '#ffffff',
  twRowSelected: '#e8f1fe',
  twRowPending: '#e8f1fe',
  twFlash: '#d3e4fe',
  twFlashEdge: '#87b4fa',
  twTrack: '#e9ecf0',
  twChip: '#eef0f4',
  twChipBlue: '#e8f1fe',
  twChipBlueText: brand[70],
};

/** The dark theme. Brand text is at step 120: the generated step 100 misses 4.5:1 on the sheet. */
export const darkTheme: Theme & OwnTokens = {
  ...createDarkTheme(brand),
  ...fonts,
  colorBrandForeground1: brand[120],
  colorBrandForeground2: brand[120],
  colorBrandForegroundLink: brand[120],
  colorBrandForegroundLinkHover: brand[130],
  colorBrandForegroundLinkPressed: brand[130],
  colorCompoundBrandForeground1: brand[120],
  colorCompoundBrandForeground1Hover: brand[130],
  colorCompoundBrandForeground1Pressed: brand[130],
  colorNeutralForeground2BrandSelected: brand[120],
  colorNeutralForeground2BrandHover: brand[130],
  colorNeutralForeground2BrandPressed: brand[130],
  colorBrandBackground: brand[90],
  colorBrandBackgroundHover: brand[80],
  colorBrandBackgroundPressed: brand[60],
  colorNeutralBackground1: '#16181d',
  colorNeutralBackground1Hover: '#1f2229',
  colorNeutralBackground1Pressed: '#1a1c22',
  colorNeutralBackground1Selected: '#23272f',
  colorNeutralBackground2: '#1b1e24',
  colorNeutralBackground3: '#0e1013',
  colorNeutralBackground4: '#0b0d0f',
  colorNeutralBackground5: '#08090b',
  colorNeutralBackground6: '#262a32',
  colorNeutralForeground1: '#edeff3',
  colorNeutralForeground2: '#c6cbd4',
  colorNeutralForeground3: '#9ea6b4',
  colorNeutralForeground4: '#8b93a1',
  colorNeutralStroke1: '#444a55',
  colorNeutralStroke2: '#2e333b',
  colorNeutralStroke3: '#24282f',
  colorNeutralStrokeAccessible: '#98a0ad',
  colorSubtleBackgroundHover: '#22262d',
  colorSubtleBackgroundPressed: '#1b1e24',
  colorSubtleBackgroundSelected: '#262a32',
  colorNeutralStencil1: '#2a2e36',
  colorNeutralStencil2: '#1f2229',
  colorStatusDangerBackground1: '#34181b',
  colorStatusSuccessBackground1: '#12291a',
  colorStatusWarningBackground1: '#33240f',
  colorStatusDangerBorder1: '#7a3238',
  colorStatusSuccessBorder1: '#2c5f38',
  colorStatusWarningBorder1: '#73501f',
  twRaised: '#1f232a',
  twRowSelected: '#141d33',
  twRowPending: '#14213f',
  twFlash: '#153062',
  twFlashEdge: '#286ce5',
  twTrack: '#262a32',
  twChip: '#23272e',
  twChipBlue: '#162648',
  twChipBlueText: brand[120],
};
