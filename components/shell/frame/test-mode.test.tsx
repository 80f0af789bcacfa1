import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, it, vi } from 'vitest'
import { accountQuery } from '#components/shell/account.ts'
import { registerInputHolder } from '#components/shell/input/kept-input.ts'
import type { SavedSwitch } from '#components/ui/form/saved-switch.tsx'
import en from '#messages/en/dashboard.json'
import { IsUploading, TestModeSwitch } from './test-mode.tsx'

let shown: ComponentProps<typeof SavedSwitch> | null
vi.mock('#components/ui/form/saved-switch.tsx', () => ({
  SavedSwitch: (props: typeof shown) => {
    shown = props
    return null
  },
}))
vi.mock('#components/ui/lazy/toast.tsx', () => ({ useToast: () => vi.fn() }))
afterEach(() => vi.unstubAllGlobals())

function show({ role = 'user', isTest = false, isUploading = false }) {
  shown = null
  const client = new QueryClient()
  client.setQueryData(accountQuery.queryKey, { data: { test_mode: isTest, user: { role } } } as never)
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <IsUploading.Provider value={isUploading}>
          <TestModeSwitch />
        </IsUploading.Provider>
      </IntlProvider>
    </QueryClientProvider>,
  )
  return shown as ComponentProps<typeof SavedSwitch> | null
}

it('saves what waits before the mode is switched', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return Response.json({ data: { test_mode: true } })
  })
  registerInputHolder({ save: () => fetch('/waiting') })
  await show({})?.save(true)
  expect(requests).toEqual(['/waiting', '/api/v1/account/test-mode'])
})

it('waits for uploads, and says so', () => {
  expect(show({ isUploading: true })).toMatchObject({
    disabled: true,
    hint: 'You can switch once your files are uploaded.',
  })
  expect(show({})).toMatchObject({ disabled: false, hint: undefined })
})

it('lets a viewer leave test mode, not enter it', () => {
  expect(show({ role: 'viewer', isTest: true })).not.toBeNull()
  expect(show({ role: 'viewer' })).toBeNull()
})
