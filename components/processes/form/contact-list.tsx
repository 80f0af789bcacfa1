'use client'

import { type RefObject, useEffect } from 'react'
import { useContacts } from '#components/processes/form/contacts.ts'
import type { ContactRecord } from '#lib/processes/schema'

interface ContactListProps {
  /** The id by which the input finds the list. */
  id: string
  search: string
  member: 'name' | 'email'
  /** Gets the people of the list. */
  contactsRef: RefObject<ContactRecord[]>
}

/** The people of earlier processes that an input suggests. */
export function ContactList({ id, search, member, contactsRef }: ContactListProps) {
  const contacts = useContacts(search)
  useEffect(() => {
    contactsRef.current = contacts
  }, [contactsRef, contacts])
  return (
    <datalist id={id}>
      {contacts.map((contact) => (
        <option key={contact.email} value={contact[member]}>
          {contact[member === 'name' ? 'email' : 'name']}
        </option>
      ))}
    </datalist>
  )
}
