import { describe, expect, test } from 'vitest'
import { englishMessage } from '#lib/messages/english'
import type { FieldLayout, FieldType } from '#lib/pdf/zones'
import { findLayoutError } from './layout.ts'

const button = (option?: string) => ({
  ...{ page: 1, dx: 0, dy: 0, width: 14, height: 14 },
  ...(option !== undefined && { option }),
})
const getError = (type: FieldType, layout: FieldLayout, maxLength?: number) =>
  findLayoutError({ type, options: ['Yes', 'No'], validation: { max_length: maxLength }, layout })

describe('findLayoutError', () => {
  test.each<[FieldType, FieldLayout, number | undefined]>([
    ['text', {}, undefined],
    ['text', { comb: true, align: 'right', rotation: 90 }, 8],
    ['number', { comb: true }, 8],
    ['checkbox', { widgets: [button()] }, undefined],
    ['radio', { widgets: [button('Yes'), button('No'), button('Yes')], squares: true }, undefined],
    ['radio', { widgets: [] }, undefined],
  ])('a %s may have %j', (type, layout, maxLength) => {
    expect(getError(type, layout, maxLength)).toBeNull()
  })

  test.each<[FieldType, FieldLayout, number | undefined, string]>([
    ['checkbox', { comb: true }, 8, 'Only a text or number has cells.'],
    ['text', { comb: true }, undefined, 'A field with cells needs `validation.max_length`.'],
    ['text', { widgets: [button('Yes')] }, undefined, 'Only the widgets of a radio field have an option.'],
    ['radio', { widgets: [button('Yes')] }, undefined, 'The option “No” has no button.'],
    [
      'radio',
      { widgets: [button('Yes'), button('Maybe')] },
      undefined,
      '“Maybe” is not an option of the field.',
    ],
    ['radio', { widgets: [button('Yes'), button()] }, undefined, '“” is not an option of the field.'],
  ])('a %s may not have %j', (type, layout, maxLength, message) => {
    expect(englishMessage(getError(type, layout, maxLength)!)).toBe(message)
  })
})
