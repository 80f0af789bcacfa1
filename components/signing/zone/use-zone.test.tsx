import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import ar from '#messages/ar/signing.json'
import en from '#messages/en/signing.json'
import { field, signing } from '../fixtures.ts'
import { type SigningSession, SigningSessionContext } from '../session/context.ts'
import { emptyInput, withAutomaticDates } from '../session/steps.ts'
import type { SigningField } from '../shapes.ts'
import { useZone } from './use-zone.ts'

const today = '2026-03-31'

/** The name of the field's control for screen readers. */
function findName(input: Partial<SigningField>, t: typeof en): string {
  const shown = withAutomaticDates(signing([field({ type: 'date', ...input })]), today)
  const session = { signing: shown, input: emptyInput, t, today, errors: new Map(), filled: new Set() }
  let name = ''
  function Zone() {
    name = useZone(shown.fields[0]!).ariaProps['aria-label']
    return null
  }
  renderToStaticMarkup(
    <SigningSessionContext value={session as unknown as SigningSession}>
      <Zone />
    </SigningSessionContext>,
  )
  return name
}

it('tells who fills in a field that the signer cannot change', () => {
  expect(findName({}, en)).toBe('Date')
  expect(findName({ auto: true }, en)).toBe('Date, the day of signing, filled in automatically')
  expect(findName({ value: '2026-03-01', read_only: true }, en)).toBe('Date, filled in by the sender')
  expect(findName({ formula: '{{Rent}} * 12', read_only: true }, en)).toBe('Date, calculated')
})

it('joins the words with the comma of the language', () => {
  expect(findName({ value: '2026-03-01', read_only: true }, ar)).toBe('\u2068التاريخ\u2069، ملأه المرسل')
})
