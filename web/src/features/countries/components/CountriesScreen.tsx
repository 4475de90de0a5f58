import { Button } from '@fluentui/react-components';
import type { storeDevices } from '@tapwise/contract';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useRefreshOnMove } from '../../../shared/live/use-refresh-on-move.ts';
import { ChoicePicker, rememberedAccount, ScopeRow } from '../../../shared/scope/index.ts';
import { Age, Message, ReportBanners, ReportError } from '../../reports/index.ts';
import { useAccount } from '../../session/index.ts';
import { TitleRow } from '../../shell/index.ts';
import { countriesKey, useCountries } from '../api/countries-api.ts';
import { countriesMessages as words } from '../messages.ts';
import { CountriesGrid } from './CountriesGrid.tsx';

/** Named here and only checked against the contract's list: taking its value would ship its schemas. */
const devices = [
  ...(['iPhone', 'iPad', 'Desktop', 'Apple TV'] as const),
  ...(['Apple Vision', 'Apple Watch', 'iPod touch'] as const),
] satisfies (typeof storeDevices)[number][];
const allDevices = 'all';

/** What each country brings, of all devices or one. */
export function CountriesScreen() {
  const { account, applications } = useAccount();
  const [params, setParams] = useSearchParams();
  const wished = Number(params.get('app') ?? rememberedAccount.applicationId());
  const application = applications.find(({ id }) => id === wished) ?? applications[0] ?? null;
  const device = devices.find((name) => name === params.get('device')) ?? null;
  const connected = application !== null && application.asc_integration !== 'not_integrated';
  const id = connected ? application.id : null;
  const query = useCountries(id, device);
  useRefreshOnMove(id, countriesKey(id));
  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(params);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: name === 'sort' });
  };
  const answer = query.data ?? null;
  return (
    <>
      <TitleRow title={words.title} />
      <ScopeRow end={answer !== null && <Age instant={answer.last_updated} before={`${words.updated} `} none="–" />}>
        <ChoicePicker
          label="Application"
          choices={applications.map(({ id: value, name }) => ({ value: String(value), text: name }))}
          chosen={application === null ? null : String(application.id)}
          onChoose={(value) => set('app', value)}
        />
        <ChoicePicker
          label="Device"
          choices={[
            { value: allDevices, text: words.allDevices },
            ...devices.map((name) => ({ value: name, text: name })),
          ]}
          chosen={device ?? allDevices}
          onChoose={(value) => set('device', value === allDevices ? null : value)}
        />
      </ScopeRow>
      <ReportBanners
        demo={account.demo}
        warning={answer === null || answer.set_aside === 0 ? undefined : words.setAside(answer.set_aside)}
      />
      {query.isError && <ReportError error={query.error} answeredAt={0} onRetry={() => void query.refetch()} />}
      {connected ? (
        <CountriesGrid
          answer={answer}
          loading={query.isLoading || query.isPlaceholderData}
          stale={query.isPlaceholderData || (query.isError && answer !== null)}
          sort={params.get('sort')}
          onSort={(text) => set('sort', text)}
        />
      ) : (
        <NotConnected title={application === null ? words.noApplications : words.notConnected} />
      )}
    </>
  );
}

function NotConnected({ title }: { title: string }) {
  const navigate = useNavigate();
  const open = (
    <Button appearance="primary" onClick={() => void navigate('/client/settings')}>
      Open Settings
    </Button>
  );
  return <Message title={title} actions={open} />;
}
