'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { SessionDialogs } from '#components/session/session-dialogs.tsx'
import { ToastProvider } from '#components/ui/lazy/toast.tsx'

/** Requests are sent even if the browser reports to be offline, because that report may be wrong. */
const networkMode = 'always' as const

/** How long loaded data is shown again without a new request. */
const FRESH_MILLISECONDS = 2000
const MAX_RETRIES = 2

export function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: FRESH_MILLISECONDS,
        retry: (failures, error) =>
          failures < MAX_RETRIES && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
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
