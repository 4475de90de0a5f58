import { type JsonSchema, schemaText } from './schema-text.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  /** Who may call it. */
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: JsonSchema }>> }>>;
}

/** `/api/openapi.json`, as far as pages are made from it. */
export interface ApiDescription {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** What fields mean that many calls have, where their schema does not say it. */
const commonMeanings: Readonly<Record<string, string>> = {
  application_id: 'Application, as in the answer of `GET /api/account`.',
  asa_organization_id: 'Ad organization, as in the answer of `GET /api/account`.',
  campaign_id: 'Campaign, as in a report row.',
  campaign_ids: 'Campaigns, as in report rows.',
  ad_group_id: 'Ad group, as in a report row.',
  ad_group_ids: 'Ad groups, as in report rows.',
  keyword_ids: 'Keywords, as in report rows.',
  from: 'First day, `YYYY-MM-DD`.',
  to: 'Last day, included.',
  before: 'Answers what comes after this place in the list.',
  confirm_guardrails: 'True when a person has read the warning of a guardrail and continues.',
  based_on: 'The values the change was made from; one that no longer holds is a conflict.',
  country: '`all`, or codes joined by commas.',
  claim_type: '`click`, `view` or `total`.',
  audience: 'Null for all users.',
  keywords: 'A list, or one text with a keyword a line or between commas.',
  negative_keywords: 'The same, of what is excluded.',
  cpt: 'Highest bid for a tap, in the currency of the settings.',
  cpa: 'Goal for an install; null for none.',
  budget_amount: 'Lifetime budget; null for none.',
  daily_budget_amount: 'Budget of a day.',
  countries: 'Codes of two letters.',
  offset: 'Offset of the creation in the previous answer; 0 at first.',
  automation_enabled: 'Whether a rule for the campaign is made too.',
  automation_type: 'What the rule does.',
  preview: 'Only says what would happen.',
  locInvoiceDetails: 'Buyer and contacts, for organizations that pay by invoice.',
  devices: 'Null for iPhone and iPad.',
  comment: 'Kept with the change; no personal data.',
};

/** The pages of the docs about the calls, one for each group. */
export function apiPages({ tags, paths }: ApiDescription): { file: string; text: string }[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  );
  return tags.map(({ name, description }) => {
    const tagCalls = calls.filter(({ operation }) => operation.tags.includes(name));
    const matter = ['---', `title: "API: ${name}"`, `description: "${description}"`, '---', '', `# API: ${name}`, ''];
    const note = 'Addresses, errors and limits that all calls share are in [API](api.md).';
    const parts = tagCalls.map(({ call, operation }) => callText(call, operation));
    return {
      file: `web/content/docs/${slugOf(name)}.md`,
      text: [...matter, note, '', parts.join('\n\n'), ''].join('\n'),
    };
  });
}

const slugOf = (tag: string): string => `api_${tag.toLowerCase().replaceAll(' ', '_')}`;

function callText(call: string, { summary, description, parameters = [], requestBody, responses }: Operation): string {
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'token');
  const body = requestBody?.content['application/json']?.schema;
  const responseSchema = responses['200']?.content?.['application/json']?.schema;
  return [
    `## ${call}`,
    `${summary} *${description}*`,
    ...(queryParameters.length === 0 ? [] : [fieldTable('Parameter', queryParameters)]),
    ...(body === undefined ? [] : bodyText(body)),
    ...(responseSchema === undefined ? [] : [`\`\`\`ts\n${schemaText(responseSchema)}\n\`\`\``]),
  ].join('\n\n');
}

type Field = Pick<Parameter, 'name' | 'required' | 'description' | 'schema'>;

/** Fields as a table; what is not an object with fields of its own, as a type. */
function bodyText(body: JsonSchema): string[] {
  const forms = [...(body.anyOf ?? body.oneOf ?? [body])];
  return forms.flatMap((form) => {
    const fields: Field[] = Object.entries(form.properties ?? {})
      .filter(([name]) => name !== 'token')
      .map(([name, schema]) => ({
        name,
        schema,
        required: form.required?.includes(name) ?? false,
        ...(schema.description === undefined ? {} : { description: schema.description }),
      }));
    return fields.length === 0 ? [] : [fieldTable('Field', fields)];
  });
}

/** Parameters have no column for whether they are needed: that hangs together, and calls say it themselves. */
function fieldTable(title: 'Parameter' | 'Field', fields: readonly Field[]): string {
  const hasNeeded = title === 'Field';
  const rows = fields.map(({ name, required, description, schema }) => {
    const type = schemaText(schema).replace(/\s+/g, ' ').replaceAll('|', '\\|');
    const meaning = (description ?? commonMeanings[name] ?? '').replaceAll('|', '\\|');
    const cells = [`\`${name}\``, `\`${type}\``, ...(hasNeeded ? [required ? 'yes' : ''] : []), meaning];
    return `| ${cells.join(' | ')} |`;
  });
  const heads = [title, 'Type', ...(hasNeeded ? ['Needed'] : []), 'Meaning'];
  return [`| ${heads.join(' | ')} |`, `|${'---|'.repeat(heads.length)}`, ...rows].join('\n');
}
