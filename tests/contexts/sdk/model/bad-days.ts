import {
  Phone,
  type PhoneWorld,
  type Purchase,
  type Token,
} from '../../../../infra/simulators/apple/src/app-users/phones/phone.ts';
import type { Reply } from '../../../../infra/simulators/apple/src/app-users/phones/replies.ts';
import type { Random } from '../../../../projections/src/testing/random/seeded-random.ts';
import type { IngestService } from '../../../support/services/ingest-service.ts';
import { attributedRecord } from '../../../support/stand-ins/stand-in-store.ts';

/** The app ended in the middle of what it did. */
class AppEnded extends Error {}

/** What happens to a post, at a bad time. */
const troubles = [
  'none',
  'none',
  'none',
  'lost on the way',
  'reply lost',
  'sent twice',
  'a page',
  'an empty object',
  'nothing',
  'a redirect',
  'overload',
  'odd advice',
  'a long wait',
  'a refused key',
  'a wrong call',
  'killed before',
  'killed after',
] as const;
type Trouble = (typeof troubles)[number];

const oddAdvice: readonly unknown[] = [-1, 'soon', '5', true, {}, null, 1e9, 0];
const clockErrors = [0, 0, 0, 40, -200, 4_000, -90_000, 100_000, 315_360_000, -1_780_000_000];
const day = 86_400;

/** What became of one phone, for a spec to judge. */
export interface PhoneStory {
  readonly installId: string;
  readonly hasAd: boolean;
  /** Instant of the first launch by a right clock, in seconds; `undefined` where the phone's clock was changed. */
  readonly firstLaunch: number | undefined;
  readonly calls: readonly unknown[];
  readonly wasKilledInCall: boolean;
  /** Transactions that the service can read. */
  readonly bought: readonly string[];
  readonly isSettled: boolean;
}

/** A phone through bad days, then through good ones until it is settled or a week has passed. */
export class BadDays {
  readonly #service: IngestService;
  readonly #apiKey: string;
  readonly #random: Random;
  readonly #name: string;
  readonly #hasAd: boolean;
  readonly #hasToken: boolean;
  readonly #disk: PhoneWorld['disk'] = {};
  readonly #calls: unknown[] = [];
  readonly #began: number;
  /** When the attribution service has its record. */
  readonly #recordFrom: number;
  #failingTokens: number;
  #clockError: number;
  readonly #changesClock: boolean;
  #isClockChanged = false;
  #isBad = true;
  #wasKilledInCall = false;

  constructor(service: IngestService, options: { apiKey: string; random: Random; name: string }) {
    this.#service = service;
    this.#apiKey = options.apiKey;
    this.#random = options.random;
    this.#name = options.name;
    this.#hasToken = this.#chance(0.9);
    this.#hasAd = this.#hasToken && this.#chance(0.6);
    this.#began = service.clock.now / 1000;
    this.#recordFrom = this.#began + (this.#chance(0.5) ? 0 : this.#random.upTo(20));
    this.#changesClock = this.#chance(0.3);
    // By a clock that jumps, tokens may seem to have failed for days.
    this.#failingTokens = !this.#changesClock && this.#chance(0.4) ? 1 + this.#random.upTo(6) : 0;
    this.#clockError = this.#random.pick(clockErrors);
  }

  async live(): Promise<PhoneStory> {
    const purchases = this.#purchases();
    const launches = 1 + this.#random.upTo(4);
    for (let launch = 0; launch < launches; launch += 1) {
      await this.#launch(purchases.filter(() => this.#chance(0.6)));
      this.#pass(this.#random.pick([5, 120, 3700, 0.4 * day]));
      if (this.#changesClock && this.#chance(0.5)) this.#setClock(this.#random.pick(clockErrors));
    }
    this.#isBad = false;
    let phone = await this.#launch(purchases);
    for (let days = 0; days < 7 && phone?.isSettled !== true; days += 1) {
      this.#pass(day + 2);
      phone = await this.#launch(purchases);
    }
    return {
      installId: phone?.installId ?? '',
      hasAd: this.#hasAd,
      firstLaunch: this.#isClockChanged ? undefined : this.#began,
      calls: this.#calls,
      wasKilledInCall: this.#wasKilledInCall,
      bought: purchases.map(({ original_transaction_id }) => original_transaction_id).filter((id) => /^\d+$/.test(id)),
      isSettled: phone?.isSettled === true,
    };
  }

  /** @returns the app, unless it ended in the middle. */
  async #launch(purchases: readonly Purchase[]): Promise<Phone | undefined> {
    const phone = new Phone(this.#world());
    try {
      phone.report(purchases);
      await phone.activate();
      return phone;
    } catch (error) {
      if (!(error instanceof AppEnded)) throw error;
      return undefined;
    }
  }

  #world(): PhoneWorld {
    return {
      now: () => this.#service.clock.now / 1000 + this.#clockError,
      wait: async (seconds) => {
        if (this.#isBad && this.#chance(0.05)) throw new AppEnded();
        this.#pass(seconds);
      },
      random: () => this.#random.next(),
      token: () => this.#token(),
      send: (path, body) => this.#send(path, body),
      describe: (sent_at) => ({ sent_at, sdk_version: '1.4.0', build: 'store' }),
      callback: (attribution) => {
        if (this.#isBad && this.#chance(0.1)) {
          this.#wasKilledInCall = true;
          throw new AppEnded();
        }
        this.#calls.push(attribution);
      },
      disk: this.#disk,
    };
  }

  #token(): Token {
    if (!this.#hasToken) return 'unavailable';
    if (this.#isBad && this.#failingTokens > 0) {
      this.#failingTokens -= 1;
      return 'failed';
    }
    const isThere = this.#service.clock.now / 1000 >= this.#recordFrom;
    const record = this.#hasAd ? attributedRecord : { attribution: false };
    this.#service.store.tokens.set(this.#name, isThere ? record : 404);
    return { text: this.#name };
  }

  async #send(path: string, body: object): Promise<Reply | undefined> {
    const trouble: Trouble = this.#isBad ? this.#random.pick(troubles) : 'none';
    const deliver = () => this.#service.post(`/sdk/v1/${path}`, { api_key: this.#apiKey, ...body });
    switch (trouble) {
      case 'killed before':
        throw new AppEnded();
      case 'killed after':
        await deliver();
        throw new AppEnded();
      case 'reply lost':
        await deliver();
        return undefined;
      case 'sent twice':
        await Promise.all([deliver(), deliver()]);
        return deliver();
      case 'none':
        return deliver();
      default:
        // The service refuses by itself what it cannot read of purchases.
        return trouble === 'a wrong call' && path === 'transactions' ? deliver() : this.#obstacle(trouble);
    }
  }

  /** What comes back of a post that never reached the service. */
  #obstacle(
    trouble: Exclude<Trouble, 'none' | 'killed before' | 'killed after' | 'reply lost' | 'sent twice'>,
  ): Reply | undefined {
    const replies: Record<typeof trouble, Reply | undefined> = {
      'lost on the way': undefined,
      'a page': { status: 200, body: '<html>Welcome</html>' },
      'an empty object': { status: 200, body: {} },
      nothing: { status: this.#random.pick([200, 204, 206]), body: '' },
      'a redirect': { status: this.#random.pick([301, 302, 308]), body: '' },
      overload: { status: this.#random.pick([408, 425, 429, 500, 503]), retryAfter: '3', body: 'busy' },
      'odd advice': { status: 503, retryAfter: 'nan', body: { retry_after: this.#random.pick(oddAdvice) } },
      'a long wait': { status: 429, body: { status: 'error', retry_after: 61 + this.#random.upTo(10_000) } },
      'a refused key': { status: 401, body: { status: 'error' } },
      'a wrong call': { status: this.#random.pick([400, 403, 404]), body: { status: 'error' } },
    };
    return replies[trouble];
  }

  #purchases(): Purchase[] {
    const count = this.#chance(0.05) ? 60 : this.#random.upTo(6);
    return Array.from({ length: count }, (_, index) => {
      const id = this.#chance(0.1)
        ? `no/id ${index}`
        : `${this.#name.replace(/\D/g, '')}${String(index).padStart(3, '0')}`;
      const purchased_at = new Date(this.#service.clock.now).toISOString();
      const signed_transaction = this.#chance(0.3) ? 's'.repeat(4_200) : undefined;
      return { transaction_id: id, original_transaction_id: id, product_id: 'pro', purchased_at, signed_transaction };
    });
  }

  #setClock(error: number): void {
    this.#isClockChanged ||= error !== this.#clockError;
    this.#clockError = error;
  }

  #pass(seconds: number): void {
    this.#service.clock.now += Math.round(seconds * 1000);
  }

  #chance(share: number): boolean {
    return this.#random.next() < share;
  }
}
