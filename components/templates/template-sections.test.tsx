import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { TemplateLinks } from '#components/templates/links/template-links.tsx'
import { TemplateVersions } from '#components/templates/template-versions.tsx'
import type { TemplateRecord } from '#lib/templates/schema'
import en from '#messages/en/dashboard.json'

vi.mock('#components/templates/links/template-link.tsx', () => ({ TemplateLink: () => <li /> }))
vi.mock('#components/ui/time.tsx', () => ({ Time: () => <time /> }))

const contents = { roles: [], fields: [], documents: [], variables: [] }
const template = { id: 7, name: 'Lease', version: 120, ...contents } as unknown as TemplateRecord
const version = { ...template, current: true, usage_count: 1, updated_at: '2026-11-25T09:00:00.000Z' }

/** The section with the first page of 120 records. */
function show(name: string, record: object, section: ReactNode): string {
  const client = new QueryClient()
  client.setQueryData(['templates', 7, name, 1], {
    data: [record],
    meta: { total: 120, last_page: 24 },
    links: { next: '?page=2' },
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        {section}
      </IntlProvider>
    </QueryClientProvider>,
  )
}

it('has pages, as one response has at most 100 records', () => {
  const versions = show('versions', version, <TemplateVersions template={template} />)
  const links = show('links', { id: 1 }, <TemplateLinks template={template} />)
  for (const html of [versions, links]) {
    expect(html).toContain('Page 1 of 24')
    expect(html).toContain('Next')
  }
})
