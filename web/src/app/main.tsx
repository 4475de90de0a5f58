import './fonts.css';
import './base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import '../shared/theme/theme-mode.ts';
import { routes } from './routes.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to draw into.');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
);
