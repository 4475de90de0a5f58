import { Money16Regular } from '@fluentui/react-icons/svg/money';
import { Pause16Regular } from '@fluentui/react-icons/svg/pause';
import { Play16Regular } from '@fluentui/react-icons/svg/play';
import { Search16Regular } from '@fluentui/react-icons/svg/search';
import type { Change } from '@tapwise/contract';

/** The kind of a change as a picture; its words are beside it or are its name. */
export function MarkIcon({ change }: { change: Pick<Change, 'field' | 'new'> }) {
  if (change.field === 'search_match') return <Search16Regular />;
  if (change.field !== 'status') return <Money16Regular />;
  return change.new === 'ENABLED' ? <Play16Regular /> : <Pause16Regular />;
}
