import { type ComponentType, lazy, useState } from 'react';

const words = { notLoaded: 'This part could not be loaded. Reload the page once you are online.', reload: 'Reload' };

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/**
 * A part of the screen that is fetched when it is first shown. Where it cannot be fetched it says so in its place, so
 * that a lost connection costs this part and not the table.
 */
export const lazyPart = <Props extends object>(load: Load<Props>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => ({ default: await load().catch(() => NotLoaded) }));

/**
 * The same for the content of a popover. A popover takes the focus into itself when it opens, and is hidden from assistive
 * technology when it has nothing to give it to: so it opens once its part is there.
 */
export function usePopoverPart<Props extends object>(load: Load<Props>) {
  const [open, setOpen] = useState(false);
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const show = async (): Promise<void> => {
    const loaded = await load().catch(() => NotLoaded);
    setPart(() => loaded);
    setOpen(true);
  };
  return {
    Part,
    /** Fetches the part ahead of the press. */
    fetchAhead: () => void load().catch(() => undefined),
    /** For the popover itself. */
    popover: {
      open,
      onOpenChange: (_: unknown, data: { open: boolean }) => void (data.open ? show() : setOpen(false)),
    },
    close: () => setOpen(false),
  };
}

function NotLoaded() {
  return (
    <div role="alert" style={{ padding: 12 }}>
      <p>{words.notLoaded}</p>
      <button type="button" className="native-button" onClick={() => window.location.reload()}>
        {words.reload}
      </button>
    </div>
  );
}
