'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiFault } from '#components/api/client'
import { ToastProvider } from '#components/ui/toast'

/** A session that ended sends the person back to the door, and from there to where they were. */
function toLogin(error: unknown) {
  if (!(error instanceof ApiFault) || error.status !== 401) return
  const here = location.pathname + location.search
  if (here.startsWith('/login')) return
  location.assign(`/login?next=${encodeURIComponent(here)}`)
}

/** Requests are tried even where the browser believes to be offline: a page that looks on must not stop for that. */
const networkMode = 'always' as const

function makeClient() {
  return new QueryClient({
    queryCache: new QueryCache({ onError: toLogin }),
    mutationCache: new MutationCache({ onError: toLogin }),
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: 2000,
        retry: (count, error) =>
          count < 2 && !(error instanceof ApiFault && error.status >= 400 && error.status < 500),
      },
      mutations: { networkMode, retry: false },
    },
  })
}

export function ApiProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient)
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  )
}
