import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import type { Confirm } from '#components/ui/lazy/dialog.tsx'
import type { VaultRecord } from '#lib/vault/schema'
import en from '#messages/en/dashboard.json'
import { DeleteDocument } from './delete-document.tsx'

let shown: ComponentProps<typeof Confirm>
vi.mock('#components/ui/lazy/dialog.tsx', () => ({
  Confirm: (props: typeof shown) => {
    shown = props
    return null
  },
}))
vi.mock('#components/ui/lazy/toast.tsx', () => ({ useToast: () => () => {} }))

/** Opens the dialog for document 7 of a process. */
function open(process: object | null) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  if (process) client.setQueryData(['processes', 12], { data: process })
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <DeleteDocument
          document={{ id: 3, name: 'Lease', document_id: 7, process_id: 12 } as VaultRecord}
          open
          onOpenChange={() => {}}
          onDeleted={undefined}
        />
      </IntlProvider>
    </QueryClientProvider>,
  )
  return shown
}

const { several, embedded, last, trailStays } = en.vault.deletion
const asked = { id: 7, deleted_at: null }
const deleted = { id: 8, deleted_at: '2026-11-21T09:30:00Z' }

it.each([
  ['several', [asked, { id: 8, deleted_at: null }], false, several],
  ['several, embedded in the certificate', [asked, { id: 8, deleted_at: null }], true, embedded],
  ['the last one', [asked, deleted], true, last],
  ['the only one', [asked], false, last],
])('says which files are deleted: %s', (_name, documents, embedEvidence, text) => {
  const { description, busy } = open({ documents, options: { embed_evidence: embedEvidence } })
  expect([description, busy]).toEqual([`${text} ${trailStays}`, false])
})

it('is not confirmed before it says so', () => {
  const { description, busy } = open(null)
  expect([description, busy]).toEqual([null, true])
})
