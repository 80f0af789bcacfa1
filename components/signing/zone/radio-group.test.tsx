import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import en from '#messages/en/signing.json'
import { field, signing } from '../fixtures.ts'
import { type SigningSession, SigningSessionContext } from '../session/context.ts'
import { emptyInput } from '../session/steps.ts'
import { useRadioButtons } from './radio-group.tsx'

test.each([
  ['an optional field takes back the chosen option', false, 'Phone', ['']],
  ['an optional field does not empty it for another option', false, 'Email', []],
  ['a required field keeps the chosen option', true, 'Phone', []],
])('a click in %s', (_, required, clicked, values) => {
  const radio = field({ type: 'radio', options: ['Phone', 'Email'], required })
  const setValue = vi.fn()
  const session = {
    signing: signing([radio]),
    input: { ...emptyInput, values: { [radio.id]: 'Phone' } },
    ...{ t: en, today: '2026-03-31', errors: new Map(), filled: new Set(), setValue },
  } as unknown as SigningSession
  function Clicked() {
    const { onClick } = useRadioButtons(radio)(clicked)
    onClick!({ detail: 1 } as never)
    return null
  }
  renderToStaticMarkup(
    <SigningSessionContext value={session}>
      <Clicked />
    </SigningSessionContext>,
  )
  expect(setValue.mock.calls).toEqual(values.map((value) => [radio, value]))
})
