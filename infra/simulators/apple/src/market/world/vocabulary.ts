/** Words from which keyword texts are made: every head with every ending. */
export interface Vocabulary {
  readonly heads: readonly string[];
  readonly endings: readonly string[];
}

export type VocabularyName =
  | 'moonvale-brand'
  | 'moonvale-english'
  | 'moonvale-german'
  | 'moonvale-french'
  | 'moonvale-southern'
  | 'moonvale-rivals'
  | 'ledgerly-brand'
  | 'ledgerly-english'
  | 'ledgerly-japanese'
  | 'ledgerly-rivals';

const words = (text: string): readonly string[] => text.split(',').map((word) => word.trim());

const ENGLISH_ENDINGS = words(
  ', app, free, for adults, for kids, for beginners, offline, tracker, timer, easy, no ads, daily, widget, pro, best',
);
const RIVAL_ENDINGS = words(', app, free, premium, alternative, login, for kids, review, offline, vs, plus, lite, 2');
const BRAND_ENDINGS = words(
  ', app, login, premium, free, download, free trial, subscription, pro, price, plus, help, cancel, review, widget',
);

/** All names of rival apps are invented. */
export const VOCABULARIES: Readonly<Record<VocabularyName, Vocabulary>> = {
  'moonvale-brand': { heads: words('moonvale, moon vale, moonvale sleep'), endings: BRAND_ENDINGS },
  'moonvale-english': {
    heads: words(
      'sleep sounds, white noise, rain sounds, sleep meditation, bedtime stories, relaxing music, deep sleep, ocean waves, brown noise, sleep cycle, lullaby, nature sounds, insomnia help, calm music, sleep stories, fan noise, meditation, breathing exercise, soundscape, asmr sleep',
    ),
    endings: ENGLISH_ENDINGS,
  },
  'moonvale-german': {
    heads: words(
      'einschlafhilfe, regengeräusche, weißes rauschen, schlafmusik, meditation, entspannungsmusik, naturgeräusche, hörgeschichten, meeresrauschen, schlaf tracker, ruhe finden, einschlafen, tiefschlaf, atemübung, traumreise',
    ),
    endings: words(
      ', app, kostenlos, für kinder, für erwachsene, offline, ohne werbung, timer, für anfänger, deutsch, täglich, nacht, baby, einfach, mit timer',
    ),
  },
  'moonvale-french': {
    heads: words(
      'bruit blanc, musique douce, méditation, sons de pluie, histoires du soir, dormir vite, sommeil profond, vagues, relaxation, berceuse, respiration, sons de la nature, insomnie',
    ),
    endings: words(
      ', app, gratuit, pour enfants, pour adultes, hors ligne, sans pub, minuteur, débutant, bébé, quotidien, facile, nuit, français, meilleur',
    ),
  },
  'moonvale-southern': {
    heads: words(
      'rumore bianco, suoni pioggia, musica rilassante, dormire bene, meditazione, ruido blanco, sonidos de lluvia, música para dormir, cuentos para dormir, meditación, ruído branco, sons da chuva, dormir melhor',
    ),
    endings: words(
      ', app, gratis, bambini, niños, offline, timer, fácil, notte, noche, bebé, adulti, diario, pro, mejor',
    ),
  },
  'moonvale-rivals': {
    heads: words(
      'driftly, noctura, somnia bay, pillowtide, hushwood, lunarest, dozeworks, calmharbor, nightfern, slumberly, restory, zenith sleep',
    ),
    endings: RIVAL_ENDINGS,
  },
  'ledgerly-brand': { heads: words('ledgerly, ledger ly, ledgerly budget'), endings: BRAND_ENDINGS },
  'ledgerly-english': {
    heads: words(
      'budget, expense tracker, money manager, bill reminder, spending log, savings goal, household budget, subscription tracker, receipt scanner, personal finance, envelope budget, net worth, cash book, debt payoff, pocket money, bookkeeping, shared expenses, salary planner, wallet, finance diary',
    ),
    endings: ENGLISH_ENDINGS,
  },
  'ledgerly-japanese': {
    heads: words(
      '家計簿, 節約, 支出管理, 予算, 貯金, レシート, お小遣い帳, 資産管理, 給料, 出納帳, 家計, 割り勘, 固定費, カード管理, お金管理',
    ),
    endings: words(
      ', アプリ, 無料, 簡単, おすすめ, 夫婦, 一人暮らし, 自動, 人気, 可愛い, シンプル, 共有, 連携, 広告なし, 初心者',
    ),
  },
  'ledgerly-rivals': {
    heads: words(
      'pennyfold, zenibook, kakeibird, coinwright, moneybloom, tallyup, budgetree, centora, savvypots, yenwise, billbadger, cashmere log',
    ),
    endings: RIVAL_ENDINGS,
  },
};

const textsByName = new Map<VocabularyName, readonly string[]>();

/** All texts of a vocabulary, heads first without ending, then ending by ending. Put together once: reports ask at every impression. */
export function textsOf(name: VocabularyName): readonly string[] {
  const cached = textsByName.get(name);
  if (cached !== undefined) return cached;
  const { heads, endings } = VOCABULARIES[name];
  const texts = endings.flatMap((ending) => heads.map((head) => (ending === '' ? head : `${head} ${ending}`)));
  textsByName.set(name, texts);
  return texts;
}
