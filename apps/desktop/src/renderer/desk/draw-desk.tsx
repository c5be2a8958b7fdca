import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Desk } from './desk.tsx';
import { type Services, ServicesProvider } from './services.ts';

/** Draws the desk into an element; the returned function takes it away. */
export function drawDesk(element: Element, services: Services): () => void {
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <QueryClientProvider client={services.queryClient}>
        <ServicesProvider value={services}>
          <Desk />
        </ServicesProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  return () => root.unmount();
}
