import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import en from '#messages/en/signing.json'
import { field, signing } from '../fixtures.ts'
import { type SigningSession, SigningSessionContext } from '../session/context.ts'
import { emptyInput } from '../session/steps.ts'
import { useRadioButtons } from './radio-group.tsx'

const setValue = vi.fn()

/** The props of the button of an option, while Phone is chosen. */
function render(option: string, required: boolean): ComponentProps<'input'> {
  setValue.mockClear()
  const radio = field({ type: 'radio', options: ['Phone', 'Email'], required })
  const session = {
    signing: signing([radio]),
    input: { ...emptyInput, values: { [radio.id]: 'Phone' } },
    ...{ t: en, today: '2026-03-31', errors: new Map(), filled: new Set(), setValue },
  } as unknown as SigningSession
  let props!: ComponentProps<'input'>
  function Button() {
    props = useRadioButtons(radio)(option)
    return null
  }
  renderToStaticMarkup(
    <SigningSessionContext value={session}>
      <Button />
    </SigningSessionContext>,
  )
  return props
}

const values = () => setValue.mock.calls.map(([, value]) => value)

test.each([
  ['an optional field takes back the chosen option', false, 'Phone', ['']],
  ['an optional field does not empty it for another option', false, 'Email', []],
  ['a required field keeps the chosen option', true, 'Phone', []],
])('a click in %s', (_, required, clicked, expected) => {
  render(clicked, required).onClick!({ detail: 1, timeStamp: 9000 } as never)
  expect(values()).toEqual(expected)
})

test.each([
  // The click of a label on its button has no count, whichever of a double click it is.
  ['takes nothing back', 0, 300, ['Phone']],
  ['takes nothing back where the system has a longer time for it', 2, 800, ['Phone']],
  ['takes the choice back where it is a click of its own', 0, 600, ['Phone', '']],
])('a second click %s', (_, detail, milliseconds, expected) => {
  const { onChange, onClick } = render('Phone', false)
  onChange!({ timeStamp: 9000, currentTarget: { focus() {} } } as never)
  onClick!({ timeStamp: 9000 + milliseconds, detail } as never)
  expect(values()).toEqual(expected)
})
