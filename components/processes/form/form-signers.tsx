'use client'

import { Plus } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { emptySigner } from '#components/processes/form/form-model.ts'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { SignerRow } from '#components/processes/form/signer-row.tsx'
import { Button } from '#components/ui/button.tsx'
import { Radios } from '#components/ui/form/choice.tsx'

/** The signers with their roles and order; for a template its roles. */
export function FormSigners({ ofTemplate }: { ofTemplate: boolean }) {
  const t = useTranslations('processes.form')
  const { control, formState, watch, setValue } = useFormContext<ProcessForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'signers', keyName: 'key' })
  const inTurn = watch('inTurn')
  const error = formState.errors.signers

  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col gap-3">
        {fields.map((field, index) => (
          <SignerRow
            key={field.key}
            isRole={ofTemplate}
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
        {t(ofTemplate ? 'addRole' : 'addSigner')}
      </Button>
      {fields.length > 1 ? (
        <Radios
          label={t('order')}
          className="mt-2 sm:flex-row sm:gap-10"
          value={inTurn ? 'turn' : 'once'}
          onChange={(value) => setValue('inTurn', value === 'turn', { shouldDirty: true })}
          options={[
            { value: 'turn', label: t('inTurn'), hint: t('inTurnHint') },
            { value: 'once', label: t('atOnce'), hint: t('atOnceHint') },
          ]}
        />
      ) : null}
    </div>
  )
}
