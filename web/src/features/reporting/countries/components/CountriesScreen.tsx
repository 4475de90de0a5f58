import { Button } from '@fluentui/react-components';
import type { storeDevices } from '@tapwise/contract';
import { Message } from '../../../../shared/report/index.ts';
import { ChoicePicker } from '../../../../shared/scope/index.ts';
import { useRefreshOnMove } from '../../../../shared/server/live/use-refresh-on-move.ts';
import { StoreScreen, useStoreScope } from '../../store-reports/index.ts';
import { countriesKey, useCountries } from '../api/countries-api.ts';
import { countriesMessages as words } from '../messages.ts';
import { CountriesGrid } from './CountriesGrid.tsx';

/** Named here and only checked against the contract's list: taking its value would ship its schemas. */
const devices = [
  'iPhone',
  'iPad',
  'Desktop',
  'Apple TV',
  'Apple Vision',
  'Apple Watch',
  'iPod touch',
] satisfies (typeof storeDevices)[number][];
const allDevices = 'all';

/** What each country brings, of all devices or one. */
export function CountriesScreen() {
  const scope = useStoreScope();
  const { applicationId, params, change } = scope;
  const device = devices.find((name) => name === params.get('device')) ?? null;
  const query = useCountries(applicationId, device);
  useRefreshOnMove(applicationId, countriesKey(applicationId));
  const response = query.data ?? null;
  return (
    <StoreScreen
      title={words.title}
      scope={scope}
      query={query}
      empty={device === null && response?.countries.length === 0}
      pickers={
        <ChoicePicker
          label="Device"
          choices={[
            { value: allDevices, text: words.allDevices },
            ...devices.map((name) => ({ value: name, text: name })),
          ]}
          chosen={device ?? allDevices}
          onChoose={(value) => change({ device: value === allDevices ? null : value })}
        />
      }
    >
      <CountriesGrid
        response={response}
        loading={query.isLoading || query.isPlaceholderData}
        stale={query.isPlaceholderData || (query.isError && response !== null)}
        sort={params.get('sort')}
        onSort={(text) => change({ sort: text }, { replace: true })}
      >
        {device === null ? (
          <Message title={words.empty} text={words.emptyText} />
        ) : (
          <Message
            title={words.noMatch}
            actions={<Button onClick={() => change({ device: null })}>{words.allDevices}</Button>}
          />
        )}
      </CountriesGrid>
    </StoreScreen>
  );
}
