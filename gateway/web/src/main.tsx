import './styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchForMissingChunks } from './loading/missing-chunks.js';
import { router } from './routes.js';
import { showDensity } from './shell/density.js';

watchForMissingChunks();
showDensity();
// Otherwise the font is requested by the first text, which is then laid out again.
void document.fonts.load('14px "Inter Variable"').catch(() => undefined);
const place = document.querySelector('#app');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
