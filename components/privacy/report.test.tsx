import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import type { PrivacyRequestRecord } from '#lib/privacy/schema'
import en from '#messages/en/dashboard.json'
import { Report } from './report.tsx'

const known = { language: 'en', locale: 'en', timeZone: 'UTC', theme: 'system' } as const
const nothing = 'Nothing was found.'
function show(change: Partial<PrivacyRequestRecord>) {
  const request = { type: 'export', counts: {}, blocked_by: [], stop_reason: null, kept: null, ...change }
  return renderToStaticMarkup(
    <PreferencesProvider known={known} serverTime={Date.now()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <Report request={request as PrivacyRequestRecord} />
      </IntlProvider>
    </PreferencesProvider>,
  )
}

it('only a request that ran to its end says that nothing was found', () => {
  for (const status of ['completed', 'expired'] as const) expect(show({ status })).toContain(nothing)
  for (const status of ['pending', 'running'] as const) expect(show({ status })).not.toContain(nothing)
  expect(show({ status: 'blocked', stop_reason: 'The export is too large.' })).not.toContain(nothing)
})

it('a request that was stopped shows what it erased before', () => {
  const stopped = show({
    ...{ type: 'erasure', status: 'blocked', counts: { emails: 5 } },
    stop_reason: 'The operator has discarded it.',
  })
  expect(stopped).toContain('Emails: 5')
})
