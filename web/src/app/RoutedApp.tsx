import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { routes } from './routes.tsx';

const router = createBrowserRouter(routes);

/** Everything behind the router. */
export function RoutedApp() {
  return <RouterProvider router={router} />;
}
