'use client'

import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { type CheckedFormOptions, useCheckedForm } from '#components/api/checked-form.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import {
  forgetUnsavedInput,
  type UnsavedInput,
  useUnsavedInput,
} from '#components/shell/input/unsaved-input.ts'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

interface RecordFormOptions<Input extends FieldValues, Output extends FieldValues>
  extends CheckedFormOptions<Input, Output> {
  /** Keeps the unsaved input of this form apart from that of others. */
  name: string
  /** Secrets, which are not kept in the browser. */
  secrets?: (keyof Input)[]
  /** The input without secrets that are not members of their own. */
  withoutSecrets?: (input: Input) => Input
  /** Whether another request of the form changes the record. */
  isChanging?: boolean
  /** Makes unsaved input from before the record changed match it, such as its ids. */
  adapt?: (input: Input) => Input
}

/** A checked form of one record, whose unsaved input is kept until the record is saved. */
export function useRecordForm<Input extends FieldValues, Output extends FieldValues = Input>({
  name,
  secrets = [],
  withoutSecrets = (input) => input,
  isChanging = false,
  adapt,
  ...options
}: RecordFormOptions<Input, Output>) {
  const form = useCheckedForm<Input, Output>({
    ...options,
    save: async (input) => {
      const saved = await options.save(input)
      forgetUnsavedInput(name)
      return saved
    },
  })
  const input = form.methods.watch()
  const pickSecrets = (values: Input) =>
    Object.fromEntries(secrets.map((secret) => [secret, values[secret]])) as Partial<Input>
  const unsaved = useUnsavedInput<Input>({
    name,
    start: options.saved,
    value: withoutSecrets({ ...input, ...pickSecrets(options.saved) }),
    show: (values) => form.methods.reset({ ...values, ...pickSecrets(input) }, { keepDefaultValues: true }),
    isSaving: form.isSaving || isChanging,
    ...(adapt && { adapt }),
  })
  return { ...form, input, unsaved }
}

interface FormProps {
  form: {
    submit: ComponentProps<'form'>['onSubmit']
    unsaved: UnsavedInput
    failure: unknown
  }
  className?: string
  children: ReactNode
}

/** The form element, with the notice of unsaved input and the error that belongs to no field. */
export function Form({ form, className = 'flex flex-col gap-5', children }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  useEffect(() => {
    // A dialog whose form is loaded after it has opened could not move the focus to the first field itself.
    if (element.current?.closest('[role=dialog]'))
      element.current.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [])
  return (
    <form ref={element} inert={!isHydrated} noValidate onSubmit={form.submit} className={className}>
      <RestoredInput unsaved={form.unsaved} />
      <QueryErrorMessage error={form.failure} />
      {children}
    </form>
  )
}

interface SaveButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'className'> {
  form: { isDirty: boolean; isSaving: boolean }
  /** Shows the button only while there is input to save. */
  whenChanged?: boolean
  /** "Save" in the reader's language if absent. */
  children?: ReactNode
}

export function SaveButton({
  form,
  whenChanged,
  variant = 'primary',
  className = 'self-end',
  children,
}: SaveButtonProps) {
  const t = useTranslations('common')
  if (whenChanged && !form.isDirty) return null
  return (
    <Button type="submit" variant={variant} busy={form.isSaving} className={className}>
      {children ?? t('save')}
    </Button>
  )
}
