import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import en from '#messages/en/dashboard.json'
import { BulkSendPage } from './bulk-send-page.tsx'

let template_id: number | null
let pause_reason_detail: { key: string; values: object } | null = null
vi.mock('#components/bulk/queries.ts', async (importActual) => ({
  ...(await importActual<typeof import('#components/bulk/queries.ts')>()),
  useBulkSend: () => ({
    data: {
      ...{ id: 7, name: 'Leases', status: 'paused', template_id, pause_reason: null, ended_at: null },
      pause_reason_detail,
      ...{ progress: { total: 3, sent: 1, failed: 0, remaining: 2 }, warnings: [], warning_details: [] },
      ...{ created_at: '2026-11-25T10:00:00Z', created_by: 'Ada', test_mode: false },
    },
  }),
  useBulkSendAction: () => ({}),
}))
vi.mock('#components/shell/account.ts', () => ({ useCan: () => true }))
vi.mock('#components/shell/page-head.tsx', () => ({
  PageHead: ({ actions }: { actions: ReactNode }) => actions,
  PageBody: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('#components/api/download-link.tsx', () => ({ DownloadLink: () => null }))
vi.mock('#components/shell/frame/test-banner.tsx', () => ({ TestBanner: () => null }))

function show(templateId: number | null) {
  template_id = templateId
  const known = { language: 'en', locale: 'en', timeZone: 'UTC', theme: 'system' } as const
  return renderToStaticMarkup(
    <PreferencesProvider known={known} serverTime={Date.now()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <BulkSendPage id={7} />
      </IntlProvider>
    </PreferencesProvider>,
  )
}

it('a paused list is resumed only while its template exists', () => {
  const { resume, cancel } = en.bulk.list
  expect(show(3)).toContain(resume)
  expect(show(null)).not.toContain(resume)
  expect(show(null)).toContain(cancel.button)
})

it('a list that goes on by itself can be paused for good', () => {
  const { pause, resume } = en.bulk.list
  expect(show(3)).not.toContain(pause)
  pause_reason_detail = { key: 'failures.bulkSendTooHeavy', values: {} }
  for (const action of [pause, resume]) expect(show(3)).toContain(action)
})
