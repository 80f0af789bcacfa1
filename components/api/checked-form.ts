import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#components/api/client.ts'
import { loadPageErrorTranslator } from '#components/i18n/error-translator.ts'
import { withValue } from '#components/ui/form/with-value.ts'
import { useIsShown } from '#components/ui/use-is-shown.ts'

export interface CheckedFormOptions<Input extends FieldValues, Output extends FieldValues> {
  /** The values without input: empty, or those of the record. When they change, the form shows the new ones. */
  saved: Input
  /** The rules, loaded when the form is first sent. Without them, only the service checks. */
  schema?: () => Promise<z.ZodType<Output, Input>>
  /** Sends the input; rejects with the error to show. */
  save: (input: Output) => Promise<unknown>
  /** Whether the page is left after this result of `save`: until then the form stays busy, so that nothing is made twice. */
  isLeaving?: (saved: unknown) => boolean
  /** Called after saving, if the form is still shown. */
  onSaved?: (input: Output) => void
  /** The field that shows the errors of a member of the request; the one of the same name by default. */
  findField?: (member: string) => string
}

/** A form that is checked by the rules of its fields, then by the service, whose errors are shown at the fields. */
export function useCheckedForm<Input extends FieldValues, Output extends FieldValues = Input>({
  saved,
  schema,
  save,
  isLeaving = () => false,
  onSaved,
  findField = (member) => member,
}: CheckedFormOptions<Input, Output>) {
  const methods = useForm<Input, unknown, Output>({ resolver: makeResolver(schema), values: saved })
  const { formState, getValues, setError, setValue } = methods
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isBusy = useRef(false)
  const isLeft = useRef(false)
  const isShown = useIsShown()
  const changedWhileSaving = useChangesWhileSaving(methods, saved)

  /** Shows each error of a request at its field, and all together if one has no field. */
  function showErrors(error: unknown) {
    const fields = error instanceof ApiError ? error.fields : {}
    const { messages, isComplete } = placeErrors(fields, getValues(), findField)
    if (!isComplete) setFailure(error)
    const [firstField] = messages.keys()
    for (const [field, message] of messages)
      setError(field as Path<Input>, { message }, { shouldFocus: field === firstField })
  }

  async function saveInput(output: Output) {
    setFailure(null)
    try {
      isLeft.current = isLeaving(await save(output))
    } catch (error) {
      changedWhileSaving.forget()
      return showErrors(error)
    }
    if (isShown.current) onSaved?.(output)
  }

  async function submit(event?: { preventDefault: () => void }) {
    event?.preventDefault()
    // Also while the rules are loaded, a second click sends nothing.
    if (isBusy.current) return
    isBusy.current = true
    setSaving(true)
    changedWhileSaving.begin()
    try {
      await methods.handleSubmit(saveInput)()
    } finally {
      isBusy.current = isLeft.current
      setSaving(isLeft.current)
    }
  }

  return {
    /** For `FormProvider` and the hooks of react-hook-form. */
    methods,
    register: withValue(methods),
    /** Sets a field whose control is not registered. */
    setField: <Name extends Path<Input>>(field: Name, value: PathValue<Input, Name>) => {
      changedWhileSaving.add(field, value)
      setValue(field, value, {
        shouldDirty: true,
        shouldValidate: methods.getFieldState(field, formState).invalid,
      })
    },
    /** The error of a field; undefined without one. */
    error: (field: Path<Input>): string | undefined => methods.getFieldState(field, formState).error?.message,
    submit,
    /** Shows the errors of a request that another button of the form made. */
    showErrors,
    isDirty: formState.isDirty,
    isSaving,
    /** The error that is shown at no field; null without one. */
    failure,
  }
}

/**
 * The messages of a refused request by the field that shows them: of a list without fields of its own, the list.
 * `isComplete` tells whether all members have a field.
 */
export function placeErrors(
  errors: Record<string, string[]>,
  values: unknown,
  findField: (member: string) => string,
): { messages: Map<string, string>; isComplete: boolean } {
  const messages = new Map<string, string>()
  let isComplete = Object.keys(errors).length > 0
  for (const [member, texts] of Object.entries(errors)) {
    const path: string[] = []
    let value = values
    for (const name of findField(member).split('.')) {
      if (!hasFields(value)) break
      path.push(name)
      value = value[name]
    }
    if (value === undefined) isComplete = false
    const field = path.join('.')
    messages.set(field, [messages.get(field), ...texts].filter(Boolean).join(' '))
  }
  return { messages, isComplete }
}

/** Whether a value is an object, or a list of objects. */
function hasFields(value: unknown): value is Record<string, unknown> {
  const sample: unknown = Array.isArray(value) ? value[0] : value
  return typeof sample === 'object' && sample !== null
}

/**
 * Checks by a schema, which is loaded, and zod with it, when the form is first sent. Each field gets its first error.
 */
function makeResolver<Input extends FieldValues, Output extends FieldValues>(
  loadSchema: (() => Promise<z.ZodType<Output, Input>>) | undefined,
): Resolver<Input, unknown, Output> {
  return async (values) => {
    const loaded =
      loadSchema &&
      (await Promise.all([loadSchema(), import('#lib/core/zod-messages'), loadPageErrorTranslator()]).catch(
        () => null,
      ))
    // Without rules the service checks; offline, the request itself then fails with a message.
    if (!loaded) return { values: values as never, errors: {} }
    const [schema, { issueText, zodMessage }, translate] = loaded
    const result = await schema.safeParseAsync(values, { error: zodMessage })
    if (result.success) return { values: result.data, errors: {} }
    const errors: FieldErrors<Input> = {}
    for (const issue of result.error.issues) {
      const name = issue.path.join('.')
      if (!get(errors, name)) set(errors, name, { type: issue.code, message: issueText(issue, translate) })
    }
    return { values: {}, errors }
  }
}

/** Keeps what the user changes while the form is saved, and afterwards, when the form shows the saved record. */
function useChangesWhileSaving<Input extends FieldValues, Output>(
  { subscribe, setValue }: UseFormReturn<Input, unknown, Output>,
  saved: Input,
) {
  const changes = useRef<Map<string, unknown> | null>(null)
  const savedText = JSON.stringify(saved)
  const shownText = useRef(savedText)
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // Of a control that the user has changed: showing another record sets values, too.
        callback: ({ name, type, values }) => {
          if (name && type === 'change') changes.current?.set(name, get(values, name))
        },
      }),
    [subscribe],
  )
  const showAgain = useEffectEvent(() => {
    for (const [name, value] of changes.current ?? [])
      setValue(name as Path<Input>, value as PathValue<Input, Path<Input>>, { shouldDirty: true })
    changes.current = null
  })
  useEffect(() => {
    if (shownText.current === savedText) return
    shownText.current = savedText
    showAgain()
  }, [savedText])
  return {
    begin: () => {
      changes.current = new Map()
    },
    add: (field: Path<Input>, value: unknown) => void changes.current?.set(field, value),
    forget: () => {
      changes.current = null
    },
  }
}
