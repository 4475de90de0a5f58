import { FluentProvider } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { useDark } from '../shared/theme/theme-mode.ts';
import { createQueryClient } from './query-client.ts';
import { darkTheme, lightTheme } from './theme/themes.ts';

/** What the screens behind the public pages share: the theme and the memory of answers. */
export function FluentRoot() {
  const [queryClient] = useState(createQueryClient);
  return (
    <FluentProvider theme={useDark() ? darkTheme : lightTheme}>
      <QueryClientProvider client={queryClient}>
        <Outlet />
      </QueryClientProvider>
    </FluentProvider>
  );
}
