import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import type { ProcessRecord } from '#lib/processes/schema'
import en from '#messages/en/dashboard.json'

const add = vi.fn()
vi.mock('#components/processes/queries.ts', () => ({ useAddSigner: () => ({ mutateAsync: add }) }))
vi.mock('#components/ui/lazy/toast.tsx', () => ({ useToast: () => vi.fn() }))
vi.mock('#components/ui/lazy/dialog.tsx', () => ({
  Dialog: ({ description, children }: { description: string; children: React.ReactNode }) => (
    <>
      {description}
      {children}
    </>
  ),
}))
// Submits the form at once.
vi.mock('#components/ui/lazy/loaded-later.tsx', () => ({
  loadedLater: () => (props: { person: object; save: (person: object) => void }) => {
    props.save(props.person)
    return null
  },
}))

const { AddSigner } = await import('./signer-form.tsx')

const parallel = { role: 'signer', type: 'parallel' } as const
const sequential = { role: 'approver', type: 'sequential' } as const

it.each([
  [[parallel, { ...sequential, role: 'viewer' }], 'parallel', 'is invited immediately'],
  [[sequential], 'sequential', 'signs last'],
  [[parallel, sequential], 'sequential', 'signs last'],
] as const)('a person who is added to %o is %s and %s', (signers, type, text) => {
  const process = { id: 1, signers, progress: { signed: 0 } } as unknown as ProcessRecord
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <AddSigner process={process} open onOpenChange={() => {}} />
    </IntlProvider>,
  )
  expect(html).toContain(text)
  expect(add).toHaveBeenLastCalledWith(expect.objectContaining({ role: 'signer', type }))
})
