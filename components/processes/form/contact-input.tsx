'use client'

import { type InputHTMLAttributes, useDeferredValue, useId, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { findOther, replaceFilled } from '#components/processes/form/contacts.ts'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { Input } from '#components/ui/form/input.tsx'
import { withValue } from '#components/ui/form/with-value.ts'
import { useLoaded } from '#components/ui/lazy/use-loaded.ts'
import type { ContactRecord } from '#lib/processes/schema'

const MIN_SEARCH_CHARACTERS = 2

const loadList = () =>
  import('#components/processes/form/contact-list.tsx').then((module) => module.ContactList)

type InputProps = InputHTMLAttributes<HTMLInputElement>

/**
 * The name or email of a signer; choosing a person of earlier processes fills in both, unless several have the name.
 * Another text takes back what was filled in.
 */
export function ContactInput({
  index,
  member,
  ...inputProps
}: InputProps & { index: number; member: 'name' | 'email' }) {
  const form = useFormContext<ProcessForm>()
  const { watch, setValue } = form
  const listId = useId()
  const text = watch(`signers.${index}.${member}`)
  const search = useDeferredValue(text.trim())
  const isSearching = search.length >= MIN_SEARCH_CHARACTERS
  const [isUsed, setUsed] = useState(false)
  const ContactList = useLoaded(isUsed && isSearching, loadList)
  const contacts = useRef<ContactRecord[]>([])
  const filled = useRef<string | null>(null)
  const otherPath = `signers.${index}.${member === 'name' ? 'email' : 'name'}` as const
  const { onChange, ...registered } = withValue(form)(`signers.${index}.${member}`)

  function fillOther(chosen: string) {
    const current = form.getValues(otherPath)
    const other = replaceFilled(current, filled.current, findOther(contacts.current, member, chosen))
    if (other === current) return
    filled.current = other
    setValue(otherPath, other, { shouldDirty: true })
  }

  return (
    <>
      <Input
        type={member === 'email' ? 'email' : 'text'}
        inputMode={member === 'email' ? 'email' : 'text'}
        autoComplete="off"
        list={listId}
        {...inputProps}
        {...registered}
        onFocus={() => setUsed(true)}
        onChange={(event) => {
          fillOther(event.target.value.trim())
          return onChange(event)
        }}
      />
      {ContactList && isSearching ? (
        <ContactList id={listId} search={search} member={member} contactsRef={contacts} />
      ) : null}
    </>
  )
}
