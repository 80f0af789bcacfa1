import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buttonState, isOn, stateName } from './buttons.ts'

describe('isOn', () => {
  test.each([true, 'true', 'TRUE', 'True', 'on', 'ON', 'yes', 'Yes', '1'])('%j ticks', (value) => {
    expect(isOn(value)).toBe(true)
  })

  test.each([
    false,
    undefined,
    '',
    'false',
    'off',
    'no',
    '0',
    '11',
    ' true',
    'true ',
    'truely',
    'Ναι',
    'on\n',
  ])('%j does not', (value) => {
    expect(isOn(value)).toBe(false)
  })
})

describe('stateName', () => {
  test.each(['a', 'Ναι', '红色', 'off', 'OFF', 'On', 'with space', 'a/b', 'Of'])(
    '%j is its own',
    (option) => {
      expect(stateName(option)).toBe(option)
    },
  )

  test('different options have different states, and none is /Off or empty (12.7.5.2.3)', () => {
    const option = fc.oneof(fc.constantFrom('', 'Off', 'Off_', 'Off__', '_', '__', 'off'), fc.string())
    fc.assert(
      fc.property(option, option, (one, other) => {
        expect(['', 'Off']).not.toContain(stateName(one))
        expect(stateName(one) === stateName(other)).toBe(one === other)
      }),
      { numRuns: 500 },
    )
  })
})

describe('buttonState', () => {
  test.each([
    [{ id: 'z', value: 'red' }, 'red'],
    [{ id: 'z', value: 'Ναι', options: ['other'] }, 'Ναι'],
    [{ id: 'z', options: ['first', 'second'] }, 'first'],
    [{ id: 'z', value: 'true', options: ['first'] }, 'first'],
    [{ id: 'z', value: 'true' }, 'z'],
    [{ id: 'z', value: 'No' }, 'z'],
    [{ id: 'z', value: '' }, 'z'],
    [{ id: 'z', value: '0', options: [] }, 'z'],
    [{ id: 'z' }, 'z'],
    [{ id: 'Off' }, 'Off_'],
    [{ id: 'z', options: ['Off'] }, 'Off_'],
  ])('of %j is %s', (zone, state) => {
    expect(buttonState(zone)).toBe(state)
  })
})
