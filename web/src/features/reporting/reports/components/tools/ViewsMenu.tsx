import { Button, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { Bookmark20Regular } from '@fluentui/react-icons/svg/bookmark';
import { usePopoverPart } from '../../../../../shared/page/lazy-part.tsx';
import { reportMessages as words } from '../../../../../shared/report/messages.ts';
import type { ReportsUrl } from '../../../../../shared/report/model/scope/url-state.ts';
import type { SavedView } from '../../../../../shared/report/model/views/saved-views.ts';

/** Fetched by those who look for their views. */
const loadViews = async () => (await import('./SavedViews.tsx')).SavedViews;

interface Props {
  views: readonly SavedView[];
  /** What is looked at. */
  url: ReportsUrl;
  /** Whether this person may have reports sent. */
  schedules: boolean;
  onKeep: (views: SavedView[]) => void;
  onOpen: (search: string) => void;
}

/** The button of the views a person keeps. */
export function ViewsMenu({ onOpen, ...props }: Props) {
  const { Part: SavedViews, popover, fetchAhead, close } = usePopoverPart(loadViews);
  return (
    <Popover {...popover} trapFocus positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          icon={<Bookmark20Regular />}
          aria-label={words.savedViews}
          title={words.savedViews}
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
        />
      </PopoverTrigger>
      <PopoverSurface aria-label={words.savedViews} style={{ padding: 0 }}>
        {SavedViews !== null && (
          <SavedViews
            {...props}
            onClose={close}
            onOpen={(search) => {
              onOpen(search);
              close();
            }}
          />
        )}
      </PopoverSurface>
    </Popover>
  );
}
