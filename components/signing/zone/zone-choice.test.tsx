import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import en from '#messages/en/signing.json'
import { field, signing } from '../fixtures.ts'
import { type SigningSession, SigningSessionContext } from '../session/context.ts'
import { emptyInput } from '../session/steps.ts'
import { ZoneCheckbox } from './zone-choice.tsx'

/** Changes a checkbox at these times, to checked first. @returns the values it was set to */
function change(...times: number[]): string[] {
  const checkbox = field({ type: 'checkbox', required: false })
  const setValue = vi.fn()
  const session = {
    signing: signing([checkbox]),
    input: emptyInput,
    ...{ t: en, today: '2026-03-31', errors: new Map(), filled: new Set(), setValue },
  } as unknown as SigningSession
  function Changed() {
    const [input] = ZoneCheckbox({ field: checkbox }).props.children
    for (const [index, timeStamp] of times.entries())
      input.props.onChange({ timeStamp, target: { checked: index % 2 === 0 } })
    return null
  }
  renderToStaticMarkup(
    <SigningSessionContext value={session}>
      <Changed />
    </SigningSessionContext>,
  )
  return setValue.mock.calls.map(([, value]) => value)
}

test('the second click of a double click leaves a checkbox checked', () => {
  expect(change(9000, 9300)).toEqual(['true'])
  expect(change(9000, 9600)).toEqual(['true', 'false'])
})
