import { expect, it } from 'vitest'
import type { TemplateRecord } from '#lib/templates/schema'
import { findUseField, listEmptyNames, splitRows, toUseRequest, toVariables } from './template-use.ts'

const variables: TemplateRecord['variables'] = [
  { name: 'customer', type: 'text', members: [] },
  { name: 'discount', type: 'condition', members: [] },
  {
    name: 'items',
    type: 'list',
    members: [
      { name: 'name', type: 'text' },
      { name: 'price', type: 'text' },
    ],
  },
]
const use = { name: 'Offer', signers: [] }

it('makes values of the texts of variables; an unticked condition has none', () => {
  const texts = ['Ada', '', 'Table\t10.50\n\nLamp; 5\r\n'].map((text, index) => ({
    name: variables[index]!.name,
    text,
  }))
  expect(toUseRequest({ ...use, variables: texts }, variables)).toEqual({
    ...use,
    values: {
      customer: 'Ada',
      items: [
        { name: 'Table', price: '10.50' },
        { name: 'Lamp', price: '5' },
      ],
    },
  })
})

it('sends texts and lists that are empty, and names them before', () => {
  const empty = { ...use, variables: variables.map(({ name }) => ({ name, text: '' })) }
  expect(toUseRequest(empty, variables).values).toEqual({ customer: '', items: [] })
  expect(listEmptyNames(empty, variables)).toEqual(['customer', 'items'])
  const spaces = { ...use, variables: [{ name: 'customer', text: ' ' }] }
  expect(toUseRequest(spaces, variables).values).toEqual({ customer: '' })
})

it('keeps earlier input by the names of variables', () => {
  const earlier = { ...use, variables: [{ name: 'discount', text: 'true' }] }
  expect(toVariables(variables, earlier).map(({ text }) => text)).toEqual(['', 'true', ''])
})

it.each([
  ['values.customer', 'variables.0.text'],
  ['values.items.3.price', 'variables.2.text'],
  ['values.custom', 'values.custom'],
  ['signers.0.email', 'signers.0.email'],
])('shows the error of %s at %s', (member, field) => {
  expect(findUseField(member, variables)).toBe(field)
})

it.each<[string, number, string[][]]>([
  ['Consulting; May\nRent', 1, [['Consulting; May'], ['Rent']]],
  [
    'a; b\nc;d',
    2,
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"Main St 1\nBerlin"\nx', 1, [['Main St 1\nBerlin'], ['x']]],
  [
    'A\t"1 ""x""\r\n2"\r\nB\t\r\n',
    2,
    [
      ['A', '1 "x"\n2'],
      ['B', ''],
    ],
  ],
  ['a;b\tc', 2, [['a;b', 'c']]],
  ['"x" y\t3"\n\n"open', 2, [['"x" y', '3"'], ['"open']]],
])('reads the rows of %j', (text, columns, rows) => {
  expect(splitRows(text, columns)).toEqual(rows)
})
