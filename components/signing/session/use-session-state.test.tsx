import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { getSigningTexts } from '#lib/messages/signing'
import { field, signing } from '../fixtures.ts'
import { emptyInput, withEntry } from './steps.ts'
import { useSigningSessionState } from './use-session-state.ts'

vi.mock('#components/ui/preferences.tsx', () => ({ usePreferences: () => ({ timeZone: 'UTC' }) }))

/** What is read from a text that is typed on a page in one language by a signer with another one. */
function readTyped(text: string, pageLanguage: 'de' | 'en', signerLocale: string, locale: string): string {
  const number = field({ type: 'number' })
  const stored = signing([number], { locale: signerLocale })
  stored.process.locale = locale
  let value = ''
  function Page() {
    const { session } = useSigningSessionState({
      ...{ token: 'token', signing: stored, clockOffset: 0, t: getSigningTexts(pageLanguage) },
      onOutdated: () => {},
    })
    value = withEntry(emptyInput, number, text, session.signing).values[number.id]!
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  return value
}

it('reads what is typed in the language that the signer chose on the page', () => {
  expect(readTyped('1,234', 'en', 'de', 'de')).toBe('')
  expect(readTyped('12.5', 'en', 'de', 'de')).toBe('12.5')
  expect(readTyped('2.500', 'de', 'en', 'en')).toBe('')
  expect(readTyped('2,5', 'de', 'en', 'en')).toBe('2.5')
  expect(readTyped('1.234', 'de', 'en', 'de')).toBe('1234')
})
