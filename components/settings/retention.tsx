'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { withValue } from '#components/ui/with-value.ts'
import { AccountChangeInput, type AccountRecord } from '#lib/identity/schema'

const Change = AccountChangeInput.pick({ retention_years: true }).required()
type Change = z.infer<typeof Change>

/** The retention of the vault; only administrators can change it. */
export function Retention({ years }: { years: number }) {
  return useCan('tenant.manage') ? (
    <RetentionForm years={years} />
  ) : (
    `${years} ${years === 1 ? 'year' : 'years'}`
  )
}

function RetentionForm({ years }: { years: number }) {
  const form = useForm<Change>({ resolver: zodResolver(Change), values: { retention_years: years } })
  const register = withValue(form)
  const client = useQueryClient()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: (input: Change) => api<ItemResponse<AccountRecord>>('PATCH', '/account', input),
    onSuccess: (body) => {
      client.setQueryData(['account'], body)
      showToast('Saved. It applies to documents signed from now on.')
    },
  })
  const { errors, isDirty } = form.formState
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((input) => change.mutate(input))}
      className="flex flex-col gap-3"
    >
      <QueryErrorMessage error={change.error} />
      <div className="flex items-start gap-3">
        <Field
          label="Retention"
          hideLabel
          hint="Years in the vault. Documents already there keep their date."
          error={errors.retention_years?.message}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={100}
            className="figures max-w-24"
            {...register('retention_years', { valueAsNumber: true })}
          />
        </Field>
        {isDirty ? (
          <Button type="submit" busy={change.isPending} className="shrink-0">
            Save
          </Button>
        ) : null}
      </div>
    </form>
  )
}
