import './base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import '../shared/theme/theme-mode.ts';
import { router } from './router.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to draw into.');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
