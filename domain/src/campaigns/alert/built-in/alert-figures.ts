import type { Day } from '../../../shared/calendar/days.ts';

/** What one campaign had on one local day. Money in micros of the ad organization's currency. */
export interface CampaignDay {
  readonly spend: number;
  /** Part of the spend is not known, or the ad service was not asked about the day yet. */
  readonly isPartial: boolean;
  /** All that the ad service counted, after taps and views. */
  readonly installs: number;
  /** Users of the day, by the SDK. */
  readonly firstLaunches: number;
  /** What these users brought within seven days, and in how many charges; `null`: not all of it is known. */
  readonly income: number | null;
  readonly conversions: number;
}

export const emptyDay: CampaignDay = {
  spend: 0,
  isPartial: false,
  installs: 0,
  firstLaunches: 0,
  income: 0,
  conversions: 0,
};

export interface AlertCampaign {
  readonly id: number;
  readonly name: string;
  readonly isRunning: boolean;
  /** `null`: it has none, or none is known. */
  readonly dailyBudget: number | null;
  readonly days: ReadonlyMap<Day, CampaignDay>;
}

/** What built-in alerts are evaluated on in one ad organization. Instants in milliseconds. */
export interface OrganizationFigures {
  readonly orgId: number;
  /** How its unit is called: the application, with the organization where it has several. */
  readonly name: string;
  readonly currency: string;
  /** IANA name. */
  readonly zone: string;
  readonly today: Day;
  readonly campaigns: readonly AlertCampaign[];
  /** Newest days that are complete; `null`: none is, or nothing was ever integrated. */
  readonly adsDay: Day | null;
  readonly peopleDay: Day | null;
  /** The first day of which all users are known: days before have none because nothing reported them. `null`: there is no such day. */
  readonly peopleSince: Day | null;
  /** When each was last pulled whole; `null`: never. */
  readonly pulled: {
    readonly ads: number | null;
    readonly search_terms: number | null;
    readonly impression_share: number | null;
  };
}

/** When something last came in, and what usually comes in a day. */
export interface ArrivalFigures {
  readonly last: number | null;
  readonly perDay: number;
}

/** What does not work in an integration. */
export interface BrokenIntegration {
  readonly key: string;
  /** The ad organization in which it does not work; `null`: in all of the application. */
  readonly orgId: number | null;
  readonly name: string;
  readonly sentence: string;
}

/** Something about a rule that a person should look at. */
export interface RuleTrouble {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  /** Runs that it missed one after another up to now, of which a few are no trouble; `null` of everything else. */
  readonly missed: number | null;
}

/** All that the built-in alerts of an application are evaluated on, as known at one instant; milliseconds. */
export interface AlertFigures {
  readonly asOf: number;
  readonly application: string;
  readonly organizations: readonly OrganizationFigures[];
  readonly sdk: ArrivalFigures;
  readonly store: ArrivalFigures;
  readonly broken: readonly BrokenIntegration[];
  readonly rules: readonly RuleTrouble[];
}

/** Days before the current one that have to be read: 35 cohorts, each closed after seven days, and two late ones. */
export const alertDays = 45;

/** A day of all campaigns together; `null` income where that of one is not known. */
export function sumOfDay(campaigns: readonly AlertCampaign[], day: Day): CampaignDay {
  return campaigns.reduce<CampaignDay>((sum, campaign) => {
    const next = campaign.days.get(day) ?? emptyDay;
    return {
      spend: sum.spend + next.spend,
      isPartial: sum.isPartial || next.isPartial,
      installs: sum.installs + next.installs,
      firstLaunches: sum.firstLaunches + next.firstLaunches,
      income: sum.income === null || next.income === null ? null : sum.income + next.income,
      conversions: sum.conversions + next.conversions,
    };
  }, emptyDay);
}

/** The unit of all campaigns of an organization. */
export const organizationKey = (orgId: number): string => `org:${orgId}`;

/** Keys of all units that have figures when there is enough to judge. */
export const unitKeysOf = (organizations: readonly OrganizationFigures[]): ReadonlySet<string> =>
  new Set(organizations.flatMap((organization) => unitsOf(organization).map(({ key }) => key)));

/** Each campaign by itself, and all of an organization together. */
export function unitsOf({ orgId, name, campaigns }: OrganizationFigures) {
  const whole = { key: organizationKey(orgId), name, campaigns, campaign: null };
  return [
    ...campaigns.map((campaign) => ({ key: `${campaign.id}`, name: campaign.name, campaigns: [campaign], campaign })),
    whole,
  ];
}
