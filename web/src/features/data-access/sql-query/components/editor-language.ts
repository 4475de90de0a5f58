import { SQLDialect, sql } from '@codemirror/lang-sql';
import { HighlightStyle } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { SqlView } from '@tapwise/contract/sql';

/** What analysts may write: statements that change something are left out. */
const dialect = SQLDialect.define({
  keywords:
    'select from where group by order having limit offset with as and or not in is null like ilike between case when then else end ' +
    'join inner left right full outer cross any all asof anti semi array on using union distinct intersect except totals rollup cube ' +
    'asc desc nulls first last fill step interpolate window over partition rows range preceding following unbounded current row ' +
    'qualify exists cast interval final format settings show tables databases describe columns true false recursive',
  types:
    'UInt8 UInt16 UInt32 UInt64 Int8 Int16 Int32 Int64 Float32 Float64 Decimal String FixedString Date Date32 DateTime DateTime64 ' +
    'Bool Array Tuple Map Nullable LowCardinality UUID',
  builtin:
    'sum count avg min max any uniq uniqExact quantile median argMin argMax sumIf countIf avgIf round floor ceil abs if multiIf ' +
    'ifNull nullIf coalesce toDate toDateTime toString toUInt64 toFloat64 toStartOfWeek toMonday toStartOfMonth toStartOfDay today ' +
    'now dateDiff formatDateTime lower upper concat substring replaceAll position arrayJoin arrayMap length groupArray lagInFrame',
  backslashEscapes: true,
  identifierQuotes: '`"',
  operatorChars: '*+-%<>!=&|^/',
  spaceAfterDashes: false,
});

/** The language, with the names of views and columns for completion. */
export function clickHouseSql(views: readonly SqlView[]): Extension {
  const schema = Object.fromEntries(
    views.map(({ name, comment, columns }) => [
      name,
      {
        self: { label: name, type: 'type', info: comment },
        children: columns.map((column) => ({
          label: column.name,
          type: 'property',
          detail: column.type,
          info: column.comment,
        })),
      },
    ]),
  );
  return sql({ dialect, schema, upperCaseKeywords: true });
}

export const highlightStyle = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--colorBrandForegroundLink)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--colorStatusSuccessForeground1)' },
  { tag: tags.comment, color: 'var(--colorNeutralForeground3)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--colorNeutralForeground1)' },
]);

const mono = 'ui-monospace, Menlo, Consolas, monospace';

export const editorTheme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'transparent', color: 'var(--colorNeutralForeground1)' },
  '&.cm-focused': { outline: '2px solid var(--colorStrokeFocus2)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: mono, lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--colorNeutralForeground1)', padding: '8px 0' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--colorNeutralForeground3)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--colorNeutralBackground1Selected)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--colorNeutralBackground1)',
    border: '1px solid var(--colorNeutralStroke1)',
    borderRadius: '4px',
    color: 'var(--colorNeutralForeground1)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: mono },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--colorBrandBackground)',
    color: 'var(--colorNeutralForegroundOnBrand)',
  },
  '.cm-completionInfo': { padding: '6px 8px', maxWidth: '280px' },
});
