import { expect, it } from 'vitest'
import { findOther, replaceFilled } from './contacts.ts'

const contact = (name: string, email: string) => ({ name, email, phone: null, locale: 'en' })
const contacts = [
  contact('Ada Lovelace', 'ada@example.com'),
  contact('Jan Novak', 'jan@example.com'),
  contact('Jan Novak', 'jan.novak@example.org'),
]

it('finds the email of a name, and the name of an email', () => {
  expect(findOther(contacts, 'name', 'Ada Lovelace')).toBe('ada@example.com')
  expect(findOther(contacts, 'email', 'jan.novak@example.org')).toBe('Jan Novak')
})

it('finds no email of a name that two people have, or nobody', () => {
  expect(findOther(contacts, 'name', 'Jan Novak')).toBeNull()
  expect(findOther(contacts, 'name', 'Jan')).toBeNull()
})

it('takes back the email that it filled in when the name is no longer that of the person', () => {
  expect(replaceFilled('', null, 'ann@example.com')).toBe('ann@example.com')
  expect(replaceFilled('ann@example.com', 'ann@example.com', null)).toBe('')
  expect(replaceFilled('ann@example.com', 'ann@example.com', 'ben@example.com')).toBe('ben@example.com')
})

it('leaves the email that the user typed', () => {
  expect(replaceFilled('mine@example.com', null, 'ann@example.com')).toBe('mine@example.com')
  expect(replaceFilled('mine@example.com', 'ann@example.com', null)).toBe('mine@example.com')
  expect(replaceFilled('mine@example.com', null, null)).toBe('mine@example.com')
})
