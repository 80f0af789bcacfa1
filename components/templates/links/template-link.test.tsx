import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import type { ErrorText } from '#lib/messages/errors'
import type { TemplateLinkRecord } from '#lib/templates/links/schema'
import en from '#messages/en/dashboard.json'
import { TemplateLink } from './template-link.tsx'

vi.mock('#components/api/use-error-translator.ts', () => ({
  useErrorTranslator:
    () =>
    ({ message }: ErrorText) =>
      message,
}))
vi.mock('#components/shell/account.ts', () => ({ useCan: () => true }))
vi.mock('#components/ui/time.tsx', () => ({ Time: () => <time /> }))

it('says why nobody can begin by a link that the template no longer fits, and can end it', () => {
  const problem = 'The template has no role “Tenant”.'
  const link = { status: 'unavailable', role: 'Tenant', uses: 3, limit: null, problem, problem_detail: null }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <TemplateLink link={link as TemplateLinkRecord} isShared={false} onShare={() => {}} />
      </IntlProvider>
    </QueryClientProvider>,
  )
  expect(html).toContain('Unavailable')
  expect(html).toContain(`Nobody can begin: ${problem}`)
  expect(html).toContain('>End<')
})
