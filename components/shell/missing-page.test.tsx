import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { accountQuery } from '#components/shell/account.ts'
import { NoAccess, NotFound } from '#components/shell/missing-page.tsx'
import type { ErrorCode } from '#lib/core/errors'
import en from '#messages/en/dashboard.json'

let search = ''
vi.mock('next/navigation', () => ({
  usePathname: () => '/processes/7',
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(search),
}))
vi.mock('#components/ui/lazy/toast.tsx', () => ({ useToast: () => vi.fn() }))

const show = (code: ErrorCode) => render(<NoAccess code={code} />)
function showNotFound(isTest: boolean, query: string) {
  search = query
  return render(<NotFound />, isTest)
}

function render(page: ReactNode, isTest = false) {
  const client = new QueryClient()
  const account = { user: { role: 'tenant_admin' }, test_mode: isTest }
  client.setQueryData(accountQuery.queryKey, { data: account } as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        {page}
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

it('says of a page that is not found that it may be in the other mode, with the switch', () => {
  const { text, linkToTestMode, switchTestModeOn, switchTestModeOff } = en.shell.notFound
  const linkInLive = showNotFound(false, 'mode=test')
  expect(linkInLive).toContain(linkToTestMode)
  expect(linkInLive).not.toContain(text)
  expect(linkInLive).toContain('type="checkbox"')
  for (const [isTest, hint] of [
    [false, switchTestModeOn],
    [true, switchTestModeOff],
  ] as const) {
    const shown = showNotFound(isTest, '')
    for (const part of [text, hint, 'type="checkbox"']) expect(shown).toContain(part)
  }
  const linkInTest = showNotFound(true, 'mode=test')
  expect(linkInTest).toContain(text)
  expect(linkInTest).not.toContain('type="checkbox"')
})
