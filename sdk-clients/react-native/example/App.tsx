import { start } from '@tapwise/react-native';
import { useEffect, useState } from 'react';
import { Text } from 'react-native';

export default function App() {
  const [campaign, setCampaign] = useState('not known yet');
  useEffect(() => {
    const onAttribution = (ad: { campaignName?: string } | null) => setCampaign(ad?.campaignName ?? 'no ad');
    start({ apiKey: 'YOUR_API_KEY', url: 'https://ingest.example.com', onAttribution });
  }, []);
  return <Text>{campaign}</Text>;
}
