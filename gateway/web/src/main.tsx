import './styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchForMissingParts } from './loading/missing-parts.js';
import { router } from './routes.js';
import { showDensity } from './shell/density.js';

watchForMissingParts();
showDensity();
// Otherwise the first text requests it, and is then laid out again.
void document.fonts.load('14px "Inter Variable"').catch(() => undefined);
const place = document.querySelector('#app');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
