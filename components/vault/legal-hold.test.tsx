import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, it, vi } from 'vitest'
import type { Confirm } from '#components/ui/lazy/dialog.tsx'
import type { VaultRecord } from '#lib/vault/schema'
import en from '#messages/en/dashboard.json'
import { LegalHold } from './legal-hold.tsx'

let shown: ComponentProps<typeof Confirm>
vi.mock('#components/ui/lazy/dialog.tsx', () => ({
  Confirm: (props: typeof shown) => {
    shown = props
    return null
  },
}))
const showToast = vi.fn()
vi.mock('#components/ui/lazy/toast.tsx', () => ({ useToast: () => showToast }))
const close = vi.fn()
const send = vi.fn(async (_path: string, _request: RequestInit) => Response.json({ data: {} }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** Confirms an open dialog whose document has a hold by now, or none. */
async function confirm(action: 'place' | 'release', isHeld: boolean) {
  vi.stubGlobal('fetch', send)
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <LegalHold
          action={action}
          document={{ id: 7, name: 'Lease', legal_hold: { on: isHeld } } as VaultRecord}
          open
          onOpenChange={close}
        />
      </IntlProvider>
    </QueryClientProvider>,
  )
  shown.onConfirm()
  await new Promise((resolve) => setTimeout(resolve, 10))
  return send.mock.calls.map(([, { body }]) => body)
}

it('does what was asked', async () => {
  expect(await confirm('place', false)).toEqual(['{"on":true,"reason":null}'])
  expect(shown.title).toBe('Place Lease under legal hold?')
})

it('releases no hold that somebody else placed while the question was open', async () => {
  expect(await confirm('place', true)).toEqual([])
  expect(shown.title).toBe('Place Lease under legal hold?')
  expect(close).toHaveBeenCalledWith(false)
  expect(showToast).toHaveBeenCalledWith(en.vault.hold.heldMeanwhile)
})

it('places no hold that somebody else released while the question was open', async () => {
  expect(await confirm('release', false)).toEqual(['{"on":false}'])
  expect(shown.title).toBe('Release the legal hold on Lease?')
})
