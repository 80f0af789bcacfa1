import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import en from '#messages/en/dashboard.json'
import { DocumentChooser } from './document-chooser.tsx'

let data: object[]
vi.mock('#components/documents/queries.ts', () => ({
  useDocuments: () => ({
    data: { data, meta: { current_page: 1, last_page: 12, total: 93 }, links: { next: null } },
  }),
}))
vi.mock('#components/ui/lazy/dialog.tsx', () => ({
  Dialog: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('#components/shell/list/pager.tsx', () => ({ Pager: () => null }))

const known = { language: 'en', locale: 'en', timeZone: 'UTC', theme: 'system' } as const
const show = (excludedIds: number[]) =>
  renderToStaticMarkup(
    <PreferencesProvider known={known} serverTime={Date.now()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <DocumentChooser
          {...{ open: true, anyState: false, excludedIds }}
          onOpenChange={() => {}}
          onChoose={() => {}}
        />
      </IntlProvider>
    </PreferencesProvider>,
  )
const boxes = (html: string) => html.match(/<input [^>]*type="checkbox"[^>]*>/g) ?? []

it('shows documents that are already chosen as such, and calls a page of them not empty', () => {
  data = [1, 2].map((id) => ({ id, name: `Lease ${id}`, page_count: 1, size: 1000 }))
  expect(boxes(show([1])).map((box) => [box.includes(' checked=""'), box.includes(' disabled=""')])).toEqual([
    [true, true],
    [false, false],
  ])
  expect(show([1, 2])).not.toContain(en.processes.chooser.empty)
  data = []
  expect(show([1, 2])).toContain(en.processes.chooser.empty)
})
