import { describe, expect, it } from 'vitest';
import { moveColumn, toggleColumn } from '../columns/column-order.ts';
import { parseReportsUrl } from '../scope/url-state.ts';
import { partsOf, readViews, searchOf, withDefault, withoutView, withView } from './saved-views.ts';

describe('a saved view', () => {
  it('keeps how one looks, not at whom or at which days', () => {
    const address =
      'app=3&org=4&range=last30&compare=previous&country=DE&campaign_id=7&tab=full&sort=-taps&cols=taps,cpa&widths=cpa*w';
    const search = searchOf(parseReportsUrl(new URLSearchParams(address)));
    expect(search).not.toMatch(/app=|org=|range=|campaign_id=/);
    expect(partsOf(search)).toEqual({
      view: {
        tab: 'full_report',
        columns: ['taps', 'cpa'],
        widths: { cpa: 'wide' },
        predictions: true,
        sort: [{ column: 'taps', descending: true }],
      },
      filters: { countries: ['DE'], claim: 'click', status: 'all', labels: [] },
      compare: 'previous',
    });
  });

  it('replaces the one of the same name and stays the one to begin with', () => {
    const views = withDefault(withView(withView([], 'A', 'tab=full'), 'B', 'tab=spend'), 'A');
    expect(withView(views, ' A ', 'tab=income')).toEqual([
      { name: 'B', search: 'tab=spend', isDefault: false },
      { name: 'A', search: 'tab=income', isDefault: true },
    ]);
  });

  it('is the one to begin with alone, and no more when asked again', () => {
    const views = withView(withView([], 'A', ''), 'B', '');
    const second = withDefault(withDefault(views, 'A'), 'B');
    expect(second.map(({ isDefault }) => isDefault)).toEqual([false, true]);
    expect(withDefault(second, 'B').some(({ isDefault }) => isDefault)).toBe(false);
    expect(withoutView(second, 'B').map(({ name }) => name)).toEqual(['A']);
  });

  it('without a name is not kept, and what was kept wrongly is forgotten', () => {
    expect(withView([], '  ', 'tab=full')).toEqual([]);
    expect(readViews('not json')).toEqual([]);
    expect(readViews('{"name":"A"}')).toEqual([]);
    expect(readViews('[{"name":"A"},null,{"name":"B","search":"","isDefault":false}]')).toHaveLength(1);
  });
});

describe('columns a person orders', () => {
  it('move among the visible ones and leave the others where they are', () => {
    const columns = ['a', 'hidden', 'b', 'c'];
    const visible = ['a', 'b', 'c'];
    expect(moveColumn(columns, visible, 'b', -1)).toEqual(['b', 'a', 'hidden', 'c']);
    expect(moveColumn(columns, visible, 'a', 1)).toEqual(['hidden', 'b', 'a', 'c']);
    expect(moveColumn(columns, visible, 'c', 1)).toEqual(columns);
    expect(moveColumn(columns, visible, 'a', -1)).toEqual(columns);
  });

  it('come in at the end and go out', () => {
    expect(toggleColumn(['a', 'b'], 'c', true)).toEqual(['a', 'b', 'c']);
    expect(toggleColumn(['a', 'b'], 'a', false)).toEqual(['b']);
    expect(toggleColumn(['a', 'b'], 'a', true)).toEqual(['b', 'a']);
  });
});
