import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, it, vi } from 'vitest'
import { FolderForm } from '#components/folders/folder-form.tsx'
import { ChangeUserForm } from '#components/users/change-user-form.tsx'
import { ChangeDialog } from '#components/webhooks/dialogs.tsx'
import type { FolderRecord } from '#lib/folders/schema'
import type { UserRecord } from '#lib/identity/schema'
import type { WebhookRecord } from '#lib/webhooks/schema'
import en from '#messages/en/dashboard.json'

let options: { saved: object; save: (input: object) => Promise<unknown> }
vi.mock('#components/shell/input/record-form.tsx', () => ({
  useRecordForm: (given: typeof options) => {
    options = given
    return { input: given.saved, register: () => ({}), error: () => undefined }
  },
  Form: () => null,
  SaveButton: () => null,
}))
vi.mock('#components/ui/lazy/dialog.tsx', () => ({
  Dialog: ({ children }: { children: ReactNode }) => children,
  Confirm: () => null,
}))
vi.mock('#components/webhooks/lazy-form.ts', () => import('#components/webhooks/webhook-form.tsx'))
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))
afterEach(() => vi.unstubAllGlobals())

const done = () => {}
const folder = { id: 3, name: 'Board', access: 'everyone' } as FolderRecord
const user = { id: 7, name: 'Anna', email: 'anna@firm.example', role: 'user' } as UserRecord
const webhook = { id: 5, url: 'https://a.example', events: ['process.completed'], description: null }

it.each([
  ['a folder', <FolderForm key="" folder={folder} onDone={done} />, 'name'],
  ['a user', <ChangeUserForm key="" user={user} isSelf={false} onDone={done} />, 'name'],
  ['a webhook', <ChangeDialog key="" webhook={webhook as unknown as WebhookRecord} onClose={done} />, 'url'],
])('the form of %s sends only what was changed', async (_, form, member) => {
  const send = vi.fn(async (_path: string, _request: RequestInit) => Response.json({ data: {} }))
  vi.stubGlobal('fetch', send)
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        {form}
      </IntlProvider>
    </QueryClientProvider>,
  )
  await options.save({ ...options.saved, [member]: 'Other' })
  expect(send.mock.calls[0]![1].body).toBe(JSON.stringify({ [member]: 'Other' }))
})
