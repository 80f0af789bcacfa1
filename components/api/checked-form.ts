import { useEffect, useRef, useState } from 'react'
import {
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type Resolver,
  set,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#components/api/client.ts'
import { loadPageErrorTranslator } from '#components/i18n/error-translator.ts'
import { withValue } from '#components/ui/form/with-value.ts'

export interface CheckedFormOptions<Input extends FieldValues, Output extends FieldValues> {
  /** The values without input: empty, or those of the record. When they change, the form shows the new ones. */
  saved: Input
  /** The rules, loaded when the form is first sent. Without them, only the service checks. */
  schema?: () => Promise<z.ZodType<Output, Input>>
  /** Sends the input; rejects with the error to show. */
  save: (input: Output) => Promise<unknown>
  /** Called after saving, if the form is still shown. */
  onSaved?: (input: Output) => void
  /** The field that shows the errors of a member of the request; the one of the same name by default. */
  fieldOf?: (member: string) => string
}

/** A form that is checked by the rules of its fields, then by the service, whose errors are shown at the fields. */
export function useCheckedForm<Input extends FieldValues, Output extends FieldValues = Input>({
  saved,
  schema,
  save,
  onSaved,
  fieldOf = (member) => member,
}: CheckedFormOptions<Input, Output>) {
  const methods = useForm<Input, unknown, Output>({ resolver: resolverOf(schema), values: saved })
  const { formState, getValues, setError, setValue } = methods
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isShown = useIsShown()

  function showErrors(error: unknown) {
    const texts = new Map<string, string[]>()
    for (const [member, messages] of Object.entries(error instanceof ApiError ? error.fields : {})) {
      const path = fieldOf(member)
      const field = get(getValues(), path) === undefined ? path.split('.')[0]! : path
      texts.set(field, [...(texts.get(field) ?? []), ...messages])
    }
    const hasField = (name: string) => get(getValues(), name) !== undefined
    if (texts.size === 0 || ![...texts.keys()].every(hasField)) setFailure(error)
    for (const [field, messages] of texts)
      setError(field as Path<Input>, { message: messages.join(' ') }, { shouldFocus: true })
  }

  const submit = methods.handleSubmit(async (output) => {
    setSaving(true)
    setFailure(null)
    try {
      await save(output)
      if (isShown.current) onSaved?.(output)
    } catch (error) {
      showErrors(error)
    }
    setSaving(false)
  })

  return {
    /** For `FormProvider` and the hooks of react-hook-form. */
    methods,
    register: withValue(methods),
    /** Sets a field whose control is not registered. */
    set: <Name extends Path<Input>>(field: Name, value: PathValue<Input, Name>) =>
      setValue(field, value, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
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

/** Checks by a schema, which is loaded, and zod with it, when the form is first sent. Each field gets its first error. */
function resolverOf<Input extends FieldValues, Output extends FieldValues>(
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
    const [schema, { zodMessage }, translate] = loaded
    const result = await schema.safeParseAsync(values, { error: zodMessage })
    if (result.success) return { values: result.data, errors: {} }
    const errors: FieldErrors<Input> = {}
    for (const { path, code, message } of result.error.issues) {
      const name = path.join('.')
      if (!get(errors, name)) set(errors, name, { type: code, message: translate(message) })
    }
    return { values: {}, errors }
  }
}

/** Whether the component is still on the page, for what happens after a request. */
function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
