import { expect, it } from 'vitest'
import { findOther } from './contacts.ts'

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
