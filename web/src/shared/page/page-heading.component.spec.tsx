import { useLayoutEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PageHeading } from './PageHeading.tsx';

it('has the focus by the time its screen shows, so that it takes it from nothing on that screen', async () => {
  const atFirst: (string | undefined)[] = [];
  function Screen({ title }: { title: string }) {
    useLayoutEffect(() => {
      atFirst.push(document.activeElement?.tagName);
    }, []);
    return <PageHeading>{title}</PageHeading>;
  }
  const router = createMemoryRouter([
    { path: '/', element: <Screen key="first" title="First" /> },
    { path: '/second', element: <Screen key="second" title="Second" /> },
  ]);
  await render(<RouterProvider router={router} />);
  await router.navigate('/second');
  await expect.element(page.getByRole('heading', { name: 'Second' })).toHaveFocus();
  expect(atFirst).toEqual(['BODY', 'H1']);
});
