'use client'

import { type InputHTMLAttributes, useDeferredValue, useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ProcessForm } from '#components/processes/form-rules.ts'
import { useContacts } from '#components/processes/queries.ts'
import { Input } from '#components/ui/input.tsx'
import { withValue } from '#components/ui/with-value.ts'

type InputProps = InputHTMLAttributes<HTMLInputElement>

/** The name or email of a signer; choosing a person of earlier processes fills in both. */
export function ContactInput({
  index,
  member,
  ...inputProps
}: InputProps & { index: number; member: 'name' | 'email' }) {
  const form = useFormContext<ProcessForm>()
  const { control, setValue } = form
  const listId = useId()
  const text = useWatch({ control, name: `signers.${index}.${member}` })
  const contacts = useContacts(useDeferredValue(text.trim()))
  const otherMember = member === 'name' ? 'email' : 'name'
  const otherPath = `signers.${index}.${otherMember}` as const
  const { onChange, ...registered } = withValue(form)(`signers.${index}.${member}`)

  function fillOther(chosen: string) {
    const contact = contacts.find((candidate) => candidate[member] === chosen)
    if (contact && !form.getValues(otherPath))
      setValue(otherPath, contact[otherMember], { shouldDirty: true })
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
        onChange={(event) => {
          fillOther(event.target.value)
          return onChange(event)
        }}
      />
      <datalist id={listId}>
        {contacts.map((contact) => (
          <option key={contact.email} value={contact[member]}>
            {contact[otherMember]}
          </option>
        ))}
      </datalist>
    </>
  )
}
