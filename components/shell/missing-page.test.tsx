import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { accountQuery } from '#components/shell/account.ts'
import { NoAccess } from '#components/shell/missing-page.tsx'
import type { ErrorCode } from '#lib/core/errors'
import en from '#messages/en/dashboard.json'

function show(code: ErrorCode) {
  const client = new QueryClient()
  client.setQueryData(accountQuery.queryKey, { data: { user: { role: 'tenant_admin' } } } as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <NoAccess code={code} />
      </IntlProvider>
    </QueryClientProvider>,
  )
}

it('names the role only where it is the reason', () => {
  expect(show('forbidden')).toContain('Your role, Administrator, does not include this.')
  const { tenantSuspended, emailNotConfirmed, passwordRequired } = en.api.errors
  expect(show('tenant_suspended')).toContain(tenantSuspended)
  expect(show('email_not_confirmed')).toContain(emailNotConfirmed)
  expect(show('reauthentication_required')).toContain(passwordRequired)
  expect(show('tenant_suspended')).not.toContain('Your role')
})
