import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { UserRecord } from '#lib/identity/schema'
import en from '#messages/en/dashboard.json'
import { ChangeUserForm } from './change-user-form.tsx'

let buttons: { children: ReactNode; onClick?: () => void }[]
vi.mock('#components/ui/button.tsx', () => ({
  Button: (props: (typeof buttons)[number]) => {
    buttons.push(props)
    return props.children
  },
}))
beforeEach(() => {
  buttons = []
})
afterEach(() => vi.unstubAllGlobals())

function show(pending_email: string | null) {
  const user = { id: 7, name: 'Anna', email: 'anna@firm.example', role: 'user', status: 'active' }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <ChangeUserForm user={{ ...user, pending_email } as UserRecord} isSelf={false} onDone={() => {}} />
      </IntlProvider>
    </QueryClientProvider>,
  )
  return buttons.find(({ children }) => children === 'Cancel the change')
}

it('a pending change of the address can be cancelled', async () => {
  const send = vi.fn(async (_path: string, _request: RequestInit) => Response.json({ data: {} }))
  vi.stubGlobal('fetch', send)
  show('anna@frim.example')?.onClick?.()
  await vi.waitFor(() => expect(send).toHaveBeenCalled())
  expect([send.mock.calls[0]![0], send.mock.calls[0]![1].body]).toEqual([
    '/api/v1/users/7',
    '{"email":"anna@firm.example"}',
  ])
})

it('without a pending change there is nothing to cancel', () => {
  expect(show(null)).toBeUndefined()
})
