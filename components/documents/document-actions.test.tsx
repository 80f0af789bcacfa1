import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { DocumentActions } from '#components/documents/document-actions.tsx'
import type { DocumentSummary } from '#components/documents/summary.ts'
import { FolderMenu } from '#components/folders/folder-menu.tsx'
import type { FolderRecord } from '#lib/folders/schema'
import en from '#messages/en/dashboard.json'

vi.mock('#components/ui/lazy/menu.tsx', () => ({
  Menu: ({ children }: { children: ReactNode }) => children,
  MenuItem: ({ disabled, children }: { disabled?: boolean; children: ReactNode }) => (
    <p className={disabled ? 'disabled' : 'enabled'}>{children}</p>
  ),
  MenuLabel: ({ children }: { children: ReactNode }) => children,
  MenuRule: () => null,
}))
vi.mock('#components/ui/lazy/dialog.tsx', () => ({ Confirm: () => null, Dialog: () => null }))
vi.mock('#components/ui/lazy/toast.tsx', () => ({ useToast: () => vi.fn() }))
vi.mock('#components/folders/folders-query.ts', () => ({ useFolders: () => [{ id: 3 }] }))

function listEnabled(menu: ReactNode): string[] {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        {menu}
      </IntlProvider>
    </QueryClientProvider>,
  )
  return [...html.matchAll(/<p class="enabled">(?:<svg.*?<\/svg>)?(.*?)<\/p>/g)].map(([, text]) => text!)
}

it.each([
  ['uploaded', ['Rename', 'Duplicate', 'Move to a folder', 'Delete']],
  ['in_process', ['Duplicate']],
  ['completed', ['Duplicate']],
] as const)('a document that is %s has the actions that the service permits', (status, actions) => {
  const document = { id: 7, name: 'Lease', status } as DocumentSummary
  const menu = <DocumentActions document={document} trigger={<i />} defaultOpen={false} />
  expect(listEnabled(menu)).toEqual(actions)
})

it('only an empty folder can be deleted', () => {
  const folder = { id: 3, name: 'HR', documents_count: 0, processes_count: 0, templates_count: 0 }
  const list = (counts: object) =>
    listEnabled(<FolderMenu folder={{ ...folder, ...counts } as FolderRecord} />)
  expect(list({})).toContain('Delete')
  expect(list({ templates_count: 1 })).not.toContain('Delete')
})
