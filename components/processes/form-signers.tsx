'use client'

import { Plus } from 'lucide-react'
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { emptySigner, type ProcessForm } from '#components/processes/form-model.ts'
import { SignerRow } from '#components/processes/signer-row.tsx'
import { Button } from '#components/ui/button.tsx'
import { Radios } from '#components/ui/choice.tsx'

/** The signers with their roles and order, or the roles of a template. */
export function FormSigners({ roles = false }: { roles?: boolean }) {
  const { control, formState } = useFormContext<ProcessForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'signers', keyName: 'key' })
  const inTurn = useWatch({ control, name: 'inTurn' })
  const error = formState.errors.signers

  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col gap-3">
        {fields.map((field, index) => (
          <SignerRow
            key={field.key}
            nameless={roles}
            index={index}
            count={fields.length}
            inTurn={inTurn}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {error?.root?.message || error?.message ? (
        <p role="alert" className="text-sm text-danger">
          {error.root?.message ?? error.message}
        </p>
      ) : null}
      <Button
        className="self-start"
        onClick={() => append(emptySigner, { focusName: `signers.${fields.length}.name` })}
      >
        <Plus className="size-4" aria-hidden="true" />
        {roles ? 'Add role' : 'Add signer'}
      </Button>
      {fields.length > 1 ? (
        <Controller
          control={control}
          name="inTurn"
          render={({ field }) => (
            <Radios
              label="Signing order"
              className="mt-2 sm:flex-row sm:gap-10"
              value={field.value ? 'turn' : 'once'}
              onChange={(value) => field.onChange(value === 'turn')}
              options={[
                {
                  value: 'turn',
                  label: 'One after the other',
                  hint: 'Each signer is invited after the previous ones have signed.',
                },
                { value: 'once', label: 'All at the same time', hint: 'All signers are invited together.' },
              ]}
            />
          )}
        />
      ) : null}
    </div>
  )
}
