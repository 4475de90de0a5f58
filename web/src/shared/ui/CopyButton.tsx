import { Button } from '@fluentui/react-components';
import { Copy16Regular } from '@fluentui/react-icons/svg/copy';
import { useState } from 'react';

interface Props {
  text: string;
  /** What is copied, for those who do not see the place of the button. */
  label: string;
  words: { copy: string; copied: string };
  appearance?: 'subtle' | 'secondary';
  /** There is no clipboard: the text may be selected for the keys. */
  onRefused?: () => void;
}

/** Puts a text into the clipboard and says so on itself. */
export function CopyButton({ text, label, words, appearance = 'subtle', onRefused }: Props) {
  const [copied, setCopied] = useState<string | null>(null);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  }
  const done = copied === text;
  return (
    <Button
      size="small"
      appearance={appearance}
      icon={<Copy16Regular />}
      aria-label={`${done ? words.copied : words.copy}: ${label}`}
      onClick={() => void copy().catch(() => onRefused?.())}
    >
      {done ? words.copied : words.copy}
    </Button>
  );
}
