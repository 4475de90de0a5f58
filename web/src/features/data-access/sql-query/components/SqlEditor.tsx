import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import type { SqlView } from '@tapwise/contract/sql';
import { useEffect, useEffectEvent, useRef } from 'react';
import { clickHouseSql, editorTheme, highlightStyle } from './editor-language.ts';
import styles from './sql-query.module.css';

interface Props {
  label: string;
  /** Text at the beginning; the editor keeps its own from then on. */
  text: string;
  onChange: (text: string) => void;
  onRun: () => void;
  /** Names to offer. */
  views: readonly SqlView[];
}

/** An editor for SQL. Tab leaves it, as it leaves any box. */
export function SqlEditor({ label, text, onChange, onRun, views }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<{ view: EditorView; language: Compartment } | null>(null);
  const first = useRef({ label, text });
  const run = useEffectEvent(onRun);
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (box.current === null) return;
    const language = new Compartment();
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: first.current.text,
        extensions: [
          ...base(first.current.label, () => run()),
          language.of(clickHouseSql([])),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) change(state.doc.toString());
          }),
        ],
      }),
    });
    editor.current = { view, language };
    return () => {
      editor.current = null;
      view.destroy();
    };
  }, []);
  useEffect(() => {
    const made = editor.current;
    made?.view.dispatch({ effects: made.language.reconfigure(clickHouseSql(views)) });
  }, [views]);
  return <div ref={box} className={styles.editor} />;
}

const base = (label: string, run: () => void): Extension[] => [
  keymap.of([
    {
      key: 'Mod-Enter',
      run: () => {
        run();
        return true;
      },
    },
  ]),
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
  syntaxHighlighting(highlightStyle),
  editorTheme,
  // With a tab stop of its own what scrolls around it is reached by keys.
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
];
