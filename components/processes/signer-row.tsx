'use client'

import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { ContactInput } from '#components/processes/contact-input.tsx'
import type { ProcessForm } from '#components/processes/form-model.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/choice.tsx'
import { cx } from '#components/ui/cx.ts'
import { Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import { withValue } from '#components/ui/with-value.ts'

interface SignerRowProps {
  /** A role of a template, without name and email. */
  nameless: boolean
  index: number
  count: number
  inTurn: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

/** One signer of the form; with several, also their order. */
export function SignerRow(props: SignerRowProps) {
  const { formState, ...form } = useFormContext<ProcessForm>()
  const register = withValue(form)
  const { index, count, nameless } = props
  const errors = formState.errors.signers?.[index]
  return (
    <li>
      <Card>
        {count > 1 ? <Place {...props} /> : null}
        <div
          className={cx(
            'grid gap-4 p-4',
            nameless
              ? 'sm:grid-cols-[minmax(0,1fr)_9.5rem]'
              : 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_9.5rem]',
          )}
        >
          <Field label={nameless ? 'Role' : 'Name'} error={errors?.name?.message}>
            {nameless ? (
              <Input
                autoComplete="off"
                placeholder="Client, landlord, witness …"
                {...register(`signers.${index}.name`)}
              />
            ) : (
              <ContactInput index={index} member="name" />
            )}
          </Field>
          {nameless ? null : (
            <Field label="Email" error={errors?.email?.message}>
              <ContactInput index={index} member="email" />
            </Field>
          )}
          <Field label={nameless ? 'Does what' : 'Role'}>
            <Select {...register(`signers.${index}.role`)}>
              <option value="signer">signs</option>
              <option value="approver">approves</option>
              <option value="viewer">reads</option>
              <option value="cc">gets a copy</option>
            </Select>
          </Field>
        </div>
      </Card>
    </li>
  )
}

function Place({ index, count, inTurn, nameless, onMove, onRemove }: SignerRowProps) {
  const { control } = useFormContext<ProcessForm>()
  const name =
    useWatch({ control, name: `signers.${index}.name` }) || `${nameless ? 'role' : 'person'} ${index + 1}`
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 border-b border-rule py-1 pr-2 pl-4">
      {inTurn && index > 0 ? (
        <Controller
          control={control}
          name={`signers.${index}.together`}
          render={({ field }) => (
            <Checkbox
              label={<span className="font-normal">At the same time as the signer above</span>}
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
      ) : (
        <span className="font-serif text-ink-soft italic">{inTurn ? 'first' : 'at any time'}</span>
      )}
      <span className="flex shrink-0">
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label={`Move ${name} up`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <ArrowUp className="size-4" aria-hidden="true" />
        </Button>
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label={`Move ${name} down`}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          <ArrowDown className="size-4" aria-hidden="true" />
        </Button>
        <Button variant="quiet" size="icon-sm" aria-label={`Take ${name} out`} onClick={onRemove}>
          <X className="size-4" aria-hidden="true" />
        </Button>
      </span>
    </div>
  )
}
