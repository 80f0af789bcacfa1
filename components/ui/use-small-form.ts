import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { z } from 'zod'

type Texts = Record<string, string>
type Errors<Values> = Partial<Record<keyof Values, string>>

/**
 * A form of a few texts, for pages where react-hook-form would be half of the script. It is checked by a schema, which
 * is loaded, and zod with it, when the form is sent.
 */
export function useSmallForm<Values extends Texts, Output>(
  saved: Values,
  loadSchema: () => Promise<z.ZodType<Output, Values>>,
) {
  const [changes, setChanges] = useState<Partial<Values>>({})
  const [errors, setErrors] = useState<Errors<Values>>({})
  const values: Values = { ...saved, ...changes }

  /** The attributes of the control of a value. */
  const field = (name: keyof Values & string) => ({
    name,
    value: values[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      setChanges((before) => ({ ...before, [name]: target.value }))
      setErrors((before) => ({ ...before, [name]: undefined }))
    },
  })

  /** Shows errors at their fields and moves the focus to the first of them. */
  function showErrors(form: HTMLFormElement | null, found: Errors<Values>) {
    setErrors(found)
    const [first] = Object.keys(found)
    const control = first === undefined ? null : form?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }

  /** The handler of `onSubmit`: gives the checked values to `send`. */
  const submit =
    (send: (output: Output, form: HTMLFormElement) => void) => async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const form = event.currentTarget
      const result = await (await loadSchema()).safeParseAsync(values)
      if (result.success) {
        setErrors({})
        return send(result.data, form)
      }
      const found: Errors<Values> = {}
      for (const { path, message } of result.error.issues) found[path[0] as keyof Values] ??= message
      showErrors(form, found)
    }

  const isDirty = Object.keys(saved).some((name) => values[name] !== saved[name])
  return { field, errors, isDirty, submit, showErrors, reset: () => setChanges({}) }
}
