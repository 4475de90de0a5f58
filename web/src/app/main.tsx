import './fonts.css';
import './reset.css';
import './layout.css';
import './base.css';
import './parts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../shared/theme/theme-mode.ts';
import { watchFaults } from '../shared/usage/report-fault.ts';
import { RoutedApp } from './RoutedApp.tsx';

watchFaults();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to draw into.');
createRoot(root).render(
  <StrictMode>
    <RoutedApp />
  </StrictMode>,
);
