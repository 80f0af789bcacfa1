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
const send = vi.fn()

afterEach(() => {
  current = {}
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

type Hold = Partial<VaultRecord['legal_hold']>
let current: Hold = {}

/** Confirms an open dialog whose document has a hold by now, or none. @returns the bodies of the changes */
async function confirm(action: 'place' | 'release', isHeld: boolean, shownHold: Hold = { on: isHeld }) {
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method === 'PUT') send(body)
    return Response.json({ data: { legal_hold: { ...current, on: isHeld } } })
  })
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <LegalHold
          action={action}
          document={{ id: 7, name: 'Lease', legal_hold: shownHold } as VaultRecord}
          open
          onOpenChange={close}
        />
      </IntlProvider>
    </QueryClientProvider>,
  )
  shown.onConfirm()
  await new Promise((resolve) => setTimeout(resolve, 10))
  return send.mock.calls.flat()
}

it('does what was asked', async () => {
  expect(await confirm('place', false)).toEqual(['{"on":true}'])
  expect(shown.title).toBe('Place Lease under legal hold?')
})

it('releases no hold that somebody else placed while the question was open', async () => {
  expect(await confirm('place', true)).toEqual([])
  expect(shown.title).toBe('Place Lease under legal hold?')
  expect(close).toHaveBeenCalledWith(false)
  expect(showToast).toHaveBeenCalledWith(en.vault.hold.heldMeanwhile)
})

it('keeps the reason of a hold that the page does not show yet', async () => {
  expect(await confirm('place', true, { on: false })).toEqual([])
  expect(showToast).toHaveBeenCalledWith(en.vault.hold.heldMeanwhile)
})

it('releases no other hold than the one that is shown', async () => {
  const shownHold = { set_at: '2026-11-20T09:00:00Z', reason: 'Case 11' }
  current = { set_at: '2026-11-25T09:00:00Z', reason: 'Case 12' }
  expect(await confirm('release', true, shownHold)).toEqual([])
  expect(showToast).toHaveBeenCalledWith(en.vault.hold.otherHold)
  current = shownHold
  expect(await confirm('release', true, shownHold)).toEqual(['{"on":false}'])
})

it('places no hold that somebody else released while the question was open', async () => {
  expect(await confirm('release', false)).toEqual(['{"on":false}'])
  expect(shown.title).toBe('Release the legal hold on Lease?')
})
