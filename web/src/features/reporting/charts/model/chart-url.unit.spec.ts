import { describe, expect, it } from 'vitest';
import { choiceRefusal, parseChartUrl, sameChoice, serializeChartUrl } from './chart-url.ts';

const parse = (text: string) => parseChartUrl(new URLSearchParams(text));

describe('the address of Charts', () => {
  it('holds the whole view', () => {
    const text =
      'report=keywords&app=1&org=7&from=2026-11-01&to=2026-11-20&compare=previous&campaign_id=3&ad_group_id=4&mode=properties&metric=cpt&element=12&drawn=spend%2Ctaps&marks=status%2Ccpt_bid&inside=true&width=512';
    expect(serializeChartUrl(parse(text)).toString()).toBe(text);
  });

  it('begins with campaigns of the last 30 days, and nothing loaded', () => {
    const { choice, loaded, view } = parse('');
    expect(loaded).toBe(false);
    expect(choice).toMatchObject({ type: 'campaigns', range: { preset: 'last30' }, compare: 'none', campaignId: null });
    expect(view).toEqual({
      mode: 'elements',
      metric: 'predicted_income',
      element: null,
      drawn: null,
      marks: { fields: null, inside: false },
      tableWidth: null,
    });
  });

  it('distinguishes no line at all from the lines a chart begins with', () => {
    expect(parse('report=campaigns&drawn=').view.drawn).toEqual([]);
    expect(parse('report=campaigns').view.drawn).toBeNull();
  });

  it('takes what it does not understand as not said', () => {
    const { choice, loaded, view } = parse('report=ads&app=x&campaign_id=-1&from=2026-13-01&to=2026-11-20&drawn=<b>,5');
    expect(loaded).toBe(false);
    expect(choice).toMatchObject({ campaignId: null, range: { preset: 'last30' } });
    expect(view.drawn).toEqual(['5']);
    for (const width of ['299', '4001', '-400', '4e2', '430.5', 'wide', '']) {
      expect(parse(`width=${width}`).view.tableWidth).toBeNull();
    }
  });

  it('distinguishes no mark at all from all marks, and leaves out what cannot be marked', () => {
    expect(parse('marks=none').view.marks.fields).toEqual([]);
    expect(parse('marks=status,toString,spend').view.marks.fields).toEqual(['status']);
    expect(parse('marks=toString').view.marks.fields).toBeNull();
    expect(serializeChartUrl(parse('report=campaigns&marks=none')).toString()).toContain('marks=none');
  });
});

describe('Update', () => {
  const choice = parse('report=campaigns&app=1&org=7').choice;

  it('waits for a campaign, and for an ad group where keywords are asked', () => {
    expect(choiceRefusal(choice)).toBeNull();
    expect(choiceRefusal({ ...choice, type: 'adgroups' })).toBe('Choose a campaign first');
    expect(choiceRefusal({ ...choice, type: 'keywords', campaignId: 3 })).toBe('Choose an ad group first');
    expect(choiceRefusal({ ...choice, type: 'keywords', campaignId: 3, adGroupId: 4 })).toBeNull();
    expect(choiceRefusal({ ...choice, account: { application: null, organization: null } })).not.toBeNull();
  });

  it('knows when nothing was changed', () => {
    expect(sameChoice(choice, { ...choice })).toBe(true);
    expect(sameChoice(choice, { ...choice, range: { preset: 'last7' } })).toBe(false);
  });
});
