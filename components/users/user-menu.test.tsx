import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, it, vi } from 'vitest'
import type { Confirm } from '#components/ui/lazy/dialog.tsx'
import type { UserRecord } from '#lib/identity/schema'
import en from '#messages/en/dashboard.json'
import { UserMenu } from './user-menu.tsx'

let dialogs: ComponentProps<typeof Confirm>[]
vi.mock('#components/ui/lazy/dialog.tsx', () => ({
  Confirm: (props: (typeof dialogs)[number]) => {
    dialogs.push(props)
    return null
  },
  Dialog: () => null,
}))
vi.mock('#components/ui/lazy/menu.tsx', () => ({
  Menu: ({ children }: { children: ReactNode }) => children,
  MenuItem: ({ children }: { children: ReactNode }) => <p>{children}</p>,
  MenuRule: () => null,
}))
vi.mock('#components/ui/lazy/toast.tsx', () => ({ useToast: () => vi.fn() }))

afterEach(() => vi.unstubAllGlobals())

function show(issuers: string[]) {
  dialogs = []
  const user = { id: 7, name: 'Anna', email: 'anna@firm.example', role: 'user', status: 'active' }
  const provider_links = issuers.map((issuer) => ({ issuer }))
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <UserMenu user={{ ...user, provider_links } as UserRecord} isSelf={false} />
      </IntlProvider>
    </QueryClientProvider>,
  )
}

it('offers to unlink a user only where there is a link', () => {
  expect(show(['https://login.example.com'])).toContain(en.users.menu.unlinkProviders)
  expect(show([])).not.toContain(en.users.menu.unlinkProviders)
})

it('names each provider once, and unlinks once confirmed', async () => {
  const send = vi.fn(async (_path: string, _request: RequestInit) => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', send)
  show(['https://login.example.com', 'https://saml.example.com', 'https://login.example.com'])
  const dialog = dialogs.find(({ title }) => title === 'Unlink Anna from the identity provider?')!
  expect(dialog.description).toContain('at https://login.example.com and https://saml.example.com.')
  dialog.onConfirm()
  await vi.waitFor(() => expect(send).toHaveBeenCalled())
  const [path, request] = send.mock.calls[0]!
  expect([request.method, path]).toEqual(['DELETE', '/api/v1/users/7/provider-links'])
})
