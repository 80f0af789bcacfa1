import { useCallback, useLayoutEffect, useState } from 'react'
import { jsonStorage } from '#components/shell/input/owned-storage.ts'
import { emptyInput, type SignerInput } from './steps.ts'

/** Of this tab; if it is full or forbidden, the input lives as long as the page. */
const storage = jsonStorage('sessionStorage', 'paraph.signing.')

/** Reads the kept input; invalid data counts as none. */
export function readSignerInput(signerId: number): SignerInput {
  const saved = storage.read(signerId) as Partial<SignerInput> | null
  if (typeof saved?.values !== 'object' || saved.values === null) return emptyInput
  const { values, typed = {}, signature = null, initials = null } = saved
  return { values, typed, signature, initials }
}

export function keepSignerInput(signerId: number, input: SignerInput): void {
  storage.keep(signerId, input)
}

/** The input of this tab, kept until it is signed. */
export function useSignerInput(signerId: number) {
  const [input, setInput] = useState(emptyInput)
  // sessionStorage is not available on the server.
  useLayoutEffect(() => setInput(readSignerInput(signerId)), [signerId])
  const changeInput = useCallback(
    (next: (inputBefore: SignerInput) => SignerInput) =>
      setInput((inputBefore) => {
        const nextInput = next(inputBefore)
        keepSignerInput(signerId, nextInput)
        return nextInput
      }),
    [signerId],
  )
  const forgetInput = useCallback(() => storage.forget(signerId), [signerId])
  return { input, changeInput, forgetInput }
}
