import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import type { ProcessRecord } from '#lib/processes/schema'
import en from '#messages/en/dashboard.json'
import { ProcessFacts } from './process-facts.tsx'

const [ada, ben] = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Ben' },
]

const show = (people: Pick<ProcessRecord, 'created_by' | 'sent_by'>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <ProcessFacts
          process={{ status: 'completed', signers: [], options: { signature_kinds: [] }, ...people } as never}
        />
      </IntlProvider>
    </QueryClientProvider>,
  )

it('names who sent a process where somebody else has created it', () => {
  expect(show({ created_by: ada, sent_by: ben })).toMatch(/Created by.*Ada.*Sent by.*Ben/)
  expect(show({ created_by: ada, sent_by: ada })).not.toContain('Sent by')
  expect(show({ created_by: ada, sent_by: null })).not.toContain('Sent by')
})
