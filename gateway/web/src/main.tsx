import './first-reads.js';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchForMissingParts } from './missing-parts.js';
import { router } from './routes.js';
import { showDensity } from './shell/density.js';
import './styles.css';

watchForMissingParts();
showDensity();
const place = document.querySelector('#app');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
