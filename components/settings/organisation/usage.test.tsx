import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { MonthlyUsage } from '#components/settings/organisation/usage.tsx'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import type { UsageRecord } from '#lib/identity/usage-schema'
import en from '#messages/en/dashboard.json'

it('has the singular for one document', () => {
  const known = { language: 'en', locale: 'en', timeZone: 'UTC', theme: 'system' } as const
  const by_month = [{ month: '2026-11', documents: 1, signatures: 2, api_calls: 1 }]
  const markup = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <PreferencesProvider known={known} serverTime={Date.now()}>
        <MonthlyUsage usage={{ by_month } as UsageRecord} />
      </PreferencesProvider>
    </IntlProvider>,
  )
  for (const text of ['>1 document<', '>2 signatures<', '>1 API call<']) expect(markup).toContain(text)
})
