import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form'

/** `register()` with the value for the first HTML: react-hook-form writes it only after hydration. */
export function withValue<F extends FieldValues>({
  register,
  getValues,
}: Pick<UseFormReturn<F>, 'register' | 'getValues'>) {
  return <N extends Path<F>>(name: N, options?: RegisterOptions<F, N>) => ({
    ...register(name, options),
    defaultValue: getValues(name),
  })
}
