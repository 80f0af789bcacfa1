import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type { z } from 'zod'
import { loadPageErrorTranslator } from '#components/i18n/error-translator.ts'

/**
 * Checks a form by a schema, which is loaded, and zod with it, when the form is first checked: at the earliest when it
 * is sent. Each field gets its first error.
 */
export function lazyResolver<Input extends FieldValues, Output extends FieldValues>(
  loadSchema: () => Promise<z.ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  return async (values) => {
    const loaded = await Promise.all([
      loadSchema(),
      import('#lib/core/zod-messages'),
      loadPageErrorTranslator(),
    ]).catch(() => null)
    // Offline: the request itself then fails with a message.
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
