import { useLayoutEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PageHeading } from './PageHeading.tsx';

function Screen({ title, onShow }: { title: string; onShow(focused: string | undefined): void }) {
  useLayoutEffect(() => onShow(document.activeElement?.tagName), [onShow]);
  return <PageHeading>{title}</PageHeading>;
}

it('has the focus by the time its screen shows, so that it takes it from nothing on that screen', async () => {
  const focused: (string | undefined)[] = [];
  const note = (tag: string | undefined) => void focused.push(tag);
  const router = createMemoryRouter([
    { path: '/', element: <Screen key="first" title="First" onShow={note} /> },
    { path: '/second', element: <Screen key="second" title="Second" onShow={note} /> },
  ]);
  await render(<RouterProvider router={router} />);
  await expect.element(page.getByRole('heading', { name: 'First' })).toBeVisible();
  await router.navigate('/second');
  await expect.element(page.getByRole('heading', { name: 'Second' })).toHaveFocus();
  expect(focused).toEqual(['BODY', 'H1']);
});
