import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueries } from './api/queries.js';
import { reloadOnceWhenUpgraded } from './reload-once.js';
import { router } from './routes.js';
import './styles.css';

reloadOnceWhenUpgraded();
const place = document.querySelector('#app');
if (place) {
  createRoot(place).render(
    <StrictMode>
      {/* The policy of the page knows no inline style elements. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={createQueries()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
