import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import en from '#messages/en/dashboard.json'
import { ProcessFacts } from './process-facts.tsx'

const [ada, ben] = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Ben' },
]

const show = (change: object) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <ProcessFacts
          process={{ status: 'completed', signers: [], options: { signature_kinds: [] }, ...change } as never}
        />
      </IntlProvider>
    </QueryClientProvider>,
  )

it('names who sent a process where somebody else has created it', () => {
  expect(show({ created_by: ada, sent_by: ben })).toMatch(/Created by.*Ada.*Sent by.*Ben/)
  expect(show({ created_by: ada, sent_by: ada })).not.toContain('Sent by')
  expect(show({ created_by: ada, sent_by: null })).not.toContain('Sent by')
})

it('names reminders only where emails are sent', () => {
  const options = { signature_kinds: [], reminder_days: 7 }
  const showLive = (enable_notifications: boolean) =>
    show({ status: 'sent', options: { ...options, enable_notifications } })
  expect(showLive(true)).toContain('Every 7 days')
  expect(showLive(false)).not.toContain('Every 7 days')
})
