import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { operatorPage, operatorPagePolicy } from './operator-page.ts';

const at = new Date('2026-01-01T12:00:00.000Z');

describe('the page for operators', () => {
  it('shows what came from outside as text', () => {
    const finding = { what: 'part <b>', status: 'down', detail: '<script>alert("1")</script> & more' } as const;
    const page = operatorPage([{ title: 'Parts', none: '', findings: [finding] }], at);
    expect(page).toContain('<th scope="row">part &lt;b&gt;</th><td class="state down">down</td>');
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more');
    expect(page).toContain('1 of 1 need a look');
    expect(page).not.toContain('<script');
  });

  it('says so where there is nothing to see', () => {
    const page = operatorPage([{ title: 'Parked streams', none: 'No stream is parked.', findings: [] }], at);
    expect(page).toContain('<h2 id="parked-streams">Parked streams</h2>\n<p>No stream is parked.</p>');
    expect(page).toContain('Everything is as it should be');
    expect(page).not.toContain('<table');
  });

  it('counts tables that are filled for the first time as no fault', () => {
    const finding = { what: 'projection cohort', status: 'filling', detail: '62 % of the log' } as const;
    const page = operatorPage([{ title: 'Projections', none: '', findings: [finding] }], at);
    expect(page).toContain('<td class="state filling">filling</td><td>62 % of the log</td>');
    expect(page).toContain('Everything is as it should be');
  });

  it('allows its own style and nothing else', () => {
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(operatorPage([], at)) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(operatorPagePolicy.split('; ')).toContain(`style-src 'sha256-${hash}'`);
  });
});
