import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** The rules of a form, which are loaded with zod when the form is first checked: at the earliest when it is sent. */
export function lazyResolver<Input extends FieldValues, Output extends FieldValues>(
  loadSchema: () => Promise<z.ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), loadSchema()])
    return zodResolver(schema)(values, context, options)
  }
}
