import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { NotFoundPage } from './shell/not-found-page.js';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: lazyRouteComponent(() => import('./shell/app-frame.js'), 'AppFrame'),
});

/** A parameter of the address that is a text; absent when it is none. */
function textParameter(search: Record<string, unknown>, name: string): string | undefined {
  const value = search[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const next = (search: Record<string, unknown>): { next?: string } => {
  const given = textParameter(search, 'next');
  return given === undefined ? {} : { next: given };
};

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: next,
  component: lazyRouteComponent(() => import('./sign-in/login-page.js'), 'LoginPage'),
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  validateSearch: next,
  component: lazyRouteComponent(() => import('./sign-in/signup-page.js'), 'SignupPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./sign-in/forgot-password-page.js'), 'ForgotPasswordPage'),
});

const todayRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/today',
  component: lazyRouteComponent(() => import('./today/today-page.js'), 'TodayPage'),
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  signupRoute,
  forgotPasswordRoute,
  appRoute.addChildren([todayRoute]),
]);

export const router = createRouter({ routeTree, scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
