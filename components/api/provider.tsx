'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { SessionDialogs } from '#components/api/session-dialogs.tsx'
import { ToastProvider } from '#components/ui/toast.tsx'

/** Requests are sent even if the browser reports to be offline: that report may be wrong. */
const networkMode = 'always' as const

function makeClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: 2000,
        retry: (count, error) =>
          count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
      mutations: { networkMode, retry: false },
    },
  })
}

export function ApiProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient)
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        {children}
        <SessionDialogs />
      </ToastProvider>
    </QueryClientProvider>
  )
}
